import type { z } from "zod";
import type { AppQueries } from "../core/app/queries.ts";
import type { FoundBrowser, FoundTerminal } from "../core/platform/mod.ts";
import type { RowSource } from "../core/resources/rows.ts";
import type { WindowState } from "../core/state/state.ts";
import type { ResourceLists } from "./resource_lists.ts";

/** Where the rows of queries come from. */
export interface QuerySources extends Omit<AppQueries, "resources"> {
  /** The browsers of this computer with their profiles, and its terminal programs. */
  browsers(): RowSource<FoundBrowser>;
  terminals(): RowSource<FoundTerminal>;
  /** The resources of accounts. */
  readonly resources: ResourceLists;
}

/** What a query may look at. */
export interface QueryHost extends QuerySources {
  /** The window whose page asks. */
  readonly window: WindowState;
  /** A new one-time address of a window. */
  address(window: string): string;
}

/** A list that a page may ask for, by its parameters. */
interface QueryDefinition<Params extends object = object, Row = unknown> {
  /** What the parameters may be, every one of them bounded. */
  readonly params: z.ZodType<Params>;
  /** The most rows that can be asked for at a time. */
  readonly most: number;
  /** Where the rows come from; null when the page of this window may not have them. */
  readonly rows: (params: Params, host: QueryHost) => RowSource<Row> | null;
}

/** Defines a query; see docs/pages.md. */
export function defineQuery<Params extends object, Row>(
  definition: QueryDefinition<Params, Row>,
): QueryDefinition<Params, Row> {
  return definition;
}

/** The parameters of a query that is defined like this. */
export type ParamsOf<Query> = Query extends QueryDefinition<infer Params, infer _> ? Params : never;

/** A row of a query that is defined like this. */
export type RowOf<Query> = Query extends QueryDefinition<infer _, infer Row> ? Row : never;

/** Queries by their names. What each of them takes is known of it alone. */
export type Queries = Readonly<
  Record<
    string,
    Pick<QueryDefinition, "params" | "most"> & {
      rows(params: never, host: QueryHost): RowSource<unknown> | null;
    }
  >
>;
