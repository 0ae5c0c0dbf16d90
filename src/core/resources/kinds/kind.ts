import type { Arn } from "../../aws/wire/arn.ts";
import type { ResourceTarget } from "../../aws/resources/target.ts";
import type { AccountState } from "../../state/state.ts";
import type { SeenName } from "../names.ts";

/** Parameters that a window is opened with. */
export type WindowParams = Readonly<Record<string, string>>;

/** Rows of an account and region, page by page as AWS gives them. */
type RowPages<Row> = AsyncIterable<readonly Row[]>;

/** What a list of one kind is made of; its sources get credentials of the account when they are asked. */
interface KindList<Row> {
  /** Tells a row from all others of the list. */
  key(row: Row): string;
  title(row: Row): string;
  /** Further texts that it is found by. */
  around(row: Row): string;
  /** All rows in the order of the list, perhaps with more about them. */
  arrange(rows: readonly Row[]): readonly Row[];
  /** A list of this age is asked for anew, ms. */
  readonly fresh: number;
  readonly sources: readonly ((at: ResourceTarget, signal: AbortSignal) => RowPages<Row>)[];
  /** What the services themselves find by a text, in the order of the sources. */
  readonly find?: readonly ((at: ResourceTarget, text: string, signal: AbortSignal) => RowPages<Row>)[];
}

/** What a list is made with. */
interface ListContext {
  /** How many rows AWS is asked for at a time. */
  perPage(): number;
  /** The account as the state has it; undefined when it has gone. */
  account(): AccountState | undefined;
}

/** What the configuration names of a kind in an account, and how the kind's page is opened at it. */
interface ConfiguredResource {
  readonly key: string;
  readonly label: string;
  readonly params: WindowParams;
}

/** The name of a row, and what tells it apart from others of its sort in an account and region. */
type RowName = Pick<SeenName, "name" | "id" | "of" | "kind">;

/** One sort of the rows of a list: most lists have one, that of services has clusters as well. */
export interface ResourceSort<Row extends object = object> {
  /** Its name in ids of the palette: `secret`. */
  readonly name: string;
  readonly label: string;
  readonly heading: string;
  /** What a row is called by typing; null for a row of another sort. */
  nameOf(row: Row): RowName | null;
  /** What the kind's page is opened with at one of that name. */
  params(name: RowName): WindowParams;
  /** The id of what a window is opened at; null where that is nothing of this sort. */
  idIn(params: Readonly<Record<string, string | undefined>>): string | null;
  /** The ids of those that the configuration names. */
  configured(account: AccountState): readonly string[];
}

/** A kind of resource: all that the tray menu, the palette, the pages and the cache know of it. */
export interface KindOfResource<Row extends object = object> {
  /** Its name in commands and cached files, and of the page that shows it. */
  readonly name: string;
  /** The title of its page. */
  readonly title: string;
  /** What else people type for it. */
  readonly typedAs?: string;
  readonly icon: "key" | "server" | "console" | "table" | "file" | "code";
  /** Other pages that are opened at one of its rows. */
  readonly otherPages?: readonly string[];
  readonly sorts: readonly ResourceSort<Row>[];
  list(context: ListContext): KindList<Row>;
  /** Checks a row of the cache, and leaves out everything that is not a name; null for what is no row. */
  cachedRow(value: unknown): Row | null;
  /** What an index of AWS knows of it; absent: nothing. */
  readonly indexed?: {
    /** Whether that is all of it: such a list is not asked for where there is an index. */
    readonly complete: boolean;
    /** The row of a resource, as far as its name tells; null for what is nothing of this kind. */
    row(arn: Arn): Row | null;
  };
  /** What a row says in a list of several kinds. */
  words(row: Row): { readonly title: string; readonly detail: string };
  /** How much of it the configuration names, in words; absent where it names none. */
  configuredWords?(account: AccountState): string;
  /** What the configuration names, for the menu. */
  configured?(account: AccountState): readonly ConfiguredResource[];
}
