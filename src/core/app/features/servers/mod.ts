import * as z from "zod";
import { serverSchema } from "../../../config/schema.ts";
import { command, feature, id } from "../../feature.ts";
import type { CommandResult } from "../../../result.ts";
import type { ColumnOfServer } from "./hide_column.ts";
import type { Servers } from "./servers.ts";

const server = { server: id };
const name = z.string().min(1).max(1000);
const user = z.string().max(1000).optional();

/** The commands about the user's SQL servers: tests and passwords. */
export const servers = feature({
  testServer: command(server, ({ server }) => `server:${server}`),
  /** Tests a server from a form before it is saved. */
  tryServer: command({ entry: serverSchema, user }),
  /** Turns the window of a new server's form into that server's window after the form has saved the server. */
  serverAdded: command({ window: id, server: id, user }),
  setPassword: command(server),
  forgetPassword: command(server),
  /** Hides a column of a server from agents, or shows it to them again, by changing config.json. */
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
