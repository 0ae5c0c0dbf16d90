import { engineAndAddress } from "../../sql/engines/mod.ts";
import type { KnownTable } from "../../state/known_tables.ts";
import { type LabelledServer, labelledServers } from "../../state/selectors.ts";
import { selector } from "../../state/selector.ts";
import type { AppState } from "../../state/state.ts";
import { entryKind } from "../entry.ts";

/** A table on a server of the configuration. */
interface Item extends KnownTable {
  readonly server: LabelledServer;
}

const items = selector(
  (state: AppState) => [labelledServers(state), state.knownTables],
  (servers, known): readonly Item[] =>
    servers.flatMap((server) =>
      (known[engineAndAddress(server)] ?? []).map(({ schema, name }) => ({ schema, name, server }))
    ),
);

/** Tables and views of servers whose catalogs were read. */
export const tables = entryKind<Item>({
  label: "Table",
  heading: "Tables",
  weight: 0.3,
  byTyping: true,
  items,
  server: ({ server }) => server.name,
  id: ({ server, schema, name }) => `table:${server.name}/${schema}.${name}`,
  title: ({ name }) => name,
  around: ({ server, schema, name }) =>
    `table rows query sql ${server.name} ${schema}.${name} ${server.env ?? ""}`,
  entry: ({ server, schema, name }) => ({
    detail: [server.name, schema].filter(Boolean).join(" · "),
    verb: "Show rows",
    icon: "table",
    env: server.env,
    byTyping: true,
    command: { name: "openQuery", server: server.name, table: { schema, name } },
  }),
});
