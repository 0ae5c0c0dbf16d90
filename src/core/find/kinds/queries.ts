import type { PastQuery } from "../../state/query_window.ts";
import { entryKind } from "../entry.ts";

/** Statements that were saved or run. */
export const queries = entryKind<PastQuery>({
  label: "Query",
  heading: "Queries",
  weight: 0.2,
  items: ({ pastQueries }) => pastQueries,
  id: ({ id }) => `past:${id}`,
  title: ({ name, title }) => name ?? title,
  around: ({ server, title }) => `${server} ${title}`,
  isLast: () => false,
  entry: ({ id, server, name, title }) => ({
    detail: name === undefined ? server : `${server} · ${title}`,
    verb: "Open",
    icon: "server",
    command: { name: "openQuery", server, past: id },
  }),
});
