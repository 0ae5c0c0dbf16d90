import { ownProperty } from "../../own_property.ts";
import type { PastQuery } from "../../state/query_window.ts";
import { selector } from "../../state/selector.ts";
import type { AppState } from "../../state/state.ts";
import { entryKind } from "../entry.ts";

/** A statement with the environment of its server. */
interface Item {
  readonly past: PastQuery;
  readonly env: string | null;
}

const items = selector(
  ({ pastQueries, serverEnvs }: AppState) => [pastQueries, serverEnvs],
  (past, envs): readonly Item[] =>
    past.map((past) => ({ past, env: ownProperty(envs, past.server) ?? null })),
);

/** Statements that were saved or run. Statements that change data say so and come last. */
export const queries = entryKind<Item>({
  label: "Query",
  heading: "Queries",
  weight: 0,
  wholeWords: true,
  items,
  id: ({ past: { id } }) => `past:${id}`,
  title: ({ past: { name, title } }) => name ?? title,
  around: ({ past: { server, title } }) => `${server} ${title}`,
  isLastOfAll: ({ past }) => past.changes === true,
  entry: ({ past: { id, server, name, title, changes, rolledBack }, env }) => ({
    detail: [
      changes ? rolledBack ? "Changes data, was rolled back" : "Changes data" : "",
      server,
      name === undefined ? "" : title,
    ].filter(Boolean).join(" · "),
    verb: "Open",
    icon: changes ? "caution" : "server",
    env,
    command: { name: "openQuery", server, past: id },
  }),
});
