import { type LabelledServer, labelledServers } from "../../state/selectors.ts";
import { entryKind } from "../entry.ts";

/** SQL servers. */
export const servers = entryKind<LabelledServer>({
  label: "Server",
  heading: "Servers",
  weight: 0.6,
  items: labelledServers,
  id: ({ name }) => `server:${name}`,
  title: ({ name }) => name,
  around: ({ engine, host, port, database = "", env, via }) =>
    `query sql ${engine} ${host}:${port} ${database} ${env ?? ""}${via === undefined ? "" : " tunnel"}`,
  synonymsOf: ({ engine }) => `sql, ${engine}`,
  verbs: { "Query": "query sql", "Test connection": "test", "Edit": "edit", "Tunnel": "tunnel" },
  takesVerb: ({ via }, label) => label !== "Tunnel" || via !== undefined,
  entry: ({ name, host, port, database, env, via }) => ({
    detail: `${host}:${port}${database === undefined ? "" : `/${database}`}`,
    verb: "Query",
    icon: "server",
    env,
    command: { name: "openQuery", server: name },
    more: [
      { label: "Test connection", shortcut: "Mod+Enter", command: { name: "testServer", server: name } },
      {
        label: "Edit",
        shortcut: "Mod+Shift+Enter",
        command: { name: "openWindow", page: "server", params: { server: name } },
      },
      ...(via === undefined ? [] : [{
        label: "Tunnel",
        shortcut: "Shift+Enter",
        command: { name: "openTunnel" as const, server: name },
      }]),
    ],
  }),
});
