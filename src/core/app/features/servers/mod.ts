import { z } from "zod";
import { serverSchema } from "../../../config/schema.ts";
import { command, feature, id } from "../../feature.ts";
import type { CommandResult } from "../../result.ts";
import type { ColumnOfServer } from "./hide_column.ts";
import type { Servers } from "./servers.ts";

const server = { server: id };
const name = z.string().min(1).max(1000);
const user = z.string().max(1000).optional();

/** The user's SQL servers: trying them, and their passwords. */
export const servers = feature({
  testServer: command(server, ({ server }) => `server:${server}`),
  /** Tries a server as a form has it, before it is saved. */
  tryServer: command({ entry: serverSchema, user }),
  /** The form of a new server has saved it: its window is that server's from now on. */
  serverAdded: command({ window: id, server: id, user }),
  setPassword: command(server),
  forgetPassword: command(server),
  /** Hides a column of a server from agents, or shows it to them again: a change of config.json. */
  hideColumn: command({ ...server, schema: name, table: name, column: name, hidden: z.boolean() }),
}, ({ servers, hideColumn }: {
  readonly servers: Servers;
  readonly hideColumn: (column: ColumnOfServer, hidden: boolean) => Promise<CommandResult>;
}) => ({
  testServer: ({ server }) => servers.test(server),
  tryServer: ({ entry, user }) => servers.tryOut(entry, user),
  serverAdded: ({ window, server, user }) => servers.added(window, server, user),
  setPassword: ({ server }) => servers.setPassword(server),
  forgetPassword: ({ server }) => servers.forgetPassword(server),
  hideColumn: ({ hidden, ...column }) => hideColumn(column, hidden),
}));
