import { command, feature, id } from "../../feature.ts";
import type { Servers } from "./servers.ts";

const server = { server: id };

/** The user's SQL servers: trying them, and their passwords. */
export const servers = feature({
  testServer: command(server, ({ server }) => `server:${server}`),
  setPassword: command(server),
  forgetPassword: command(server),
}, ({ servers }: { readonly servers: Servers }) => ({
  testServer: ({ server }) => servers.test(server),
  setPassword: ({ server }) => servers.setPassword(server),
  forgetPassword: ({ server }) => servers.forgetPassword(server),
}));
