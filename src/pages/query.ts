import type * as z from "zod";
import type { Resources } from "../core/app/features/resources/resources.ts";
import type { AppQueries } from "../core/app/queries.ts";
import type { FoundBrowser, FoundTerminal } from "../core/platform/mod.ts";
import type { NameSource } from "../core/resources/names.ts";
import type { RowSource } from "../core/resources/rows.ts";
import type { WindowState } from "../core/state/state.ts";

/** The sources of the rows of queries. */
export interface QuerySources extends Omit<AppQueries, "resources"> {
  /** The browsers of this computer with their profiles. `terminals` returns its terminal programs. */
  browsers(): RowSource<FoundBrowser>;
  terminals(): RowSource<FoundTerminal>;
  /** The resources of accounts. */
  readonly resources: {
    readonly list: Resources["list"];
    readonly secrets: Pick<Resources["secrets"], "list" | "detail">;
    readonly databases: Pick<Resources["databases"], "list">;
    readonly logs: Pick<Resources["logs"], "follow" | "around">;
    readonly names: NameSource;
    readonly services: Pick<Resources["services"], "list" | "detail" | "cluster" | "logs">;
  };
}

/** What a query may access. */
export interface QueryHost extends QuerySources {
  /** The window of the page that makes the query. */
  readonly window: WindowState;
  /** Returns a new one-time address of a window. */
  address(window: string): string;
}

/** A query that a page may make: a list of rows for given parameters. */
interface QueryDefinition<Params extends object = object, Row = unknown> {
  /** Schema of the parameters. Every one of them is bounded. */
  readonly params: z.ZodType<Params>;
  /** Maximum rows that can be requested at a time. */
  readonly most: number;
  /** Returns the source of the rows; null when the page of this window may not have them. */
  readonly rows: (params: Params, host: QueryHost) => RowSource<Row> | null;
}

/** Defines a query; see docs/pages.md. */
export function defineQuery<Params extends object, Row>(
  definition: QueryDefinition<Params, Row>,
): QueryDefinition<Params, Row> {
  return definition;
}

/** The type of a query's parameters. */
export type ParamsOf<Query> = Query extends QueryDefinition<infer Params, infer _> ? Params : never;

/** The type of a query's rows. */
export type RowOf<Query> = Query extends QueryDefinition<infer _, infer Row> ? Row : never;

/** Queries by name. Only the query itself knows the type of its parameters. */
export type Queries = Readonly<
  Record<
    string,
    Pick<QueryDefinition, "params" | "most"> & {
      rows(params: never, host: QueryHost): RowSource<unknown> | null;
    }
  >
>;
