import type { Server } from "../../config/config.ts";
import { entryKind } from "../entry.ts";

/** SQL servers. */
export const servers = entryKind<Server>({
  label: "Server",
  heading: "Servers",
  weight: 0.6,
  items: ({ config }) => config.value.servers,
  id: ({ name }) => `server:${name}`,
  title: ({ name }) => name,
  around: ({ engine, host, port, database = "" }) => `query sql ${engine} ${host}:${port} ${database}`,
  entry: ({ name, host, port, database }) => ({
    detail: `${host}:${port}${database === undefined ? "" : `/${database}`}`,
    verb: "Query",
    icon: "server",
    command: { name: "openQuery", server: name },
    more: [
      { label: "Test connection", shortcut: "Mod+Enter", command: { name: "testServer", server: name } },
      {
        label: "Edit",
        shortcut: "Mod+Shift+Enter",
        command: { name: "openWindow", page: "server", params: { server: name } },
      },
    ],
  }),
});
