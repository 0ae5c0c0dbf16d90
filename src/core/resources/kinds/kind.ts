import type { Arn } from "../../aws/wire/arn.ts";
import type { ResourceTarget } from "../../aws/resources/target.ts";
import type { AccountState } from "../../state/state.ts";
import type { SeenName } from "../names.ts";

/** Parameters of a window. */
export type WindowParams = Readonly<Record<string, string>>;

/** Rows of an account and region, page by page as AWS gives them. */
type RowPages<Row> = AsyncIterable<readonly Row[]>;

/** How a list of one kind of resource is gathered. Its sources get the account's credentials when they are asked. */
interface KindList<Row> {
  /** Identifies a row in the list. */
  key(row: Row): string;
  title(row: Row): string;
  /** Returns further texts that a row is found by. */
  around(row: Row): string;
  /** Sorts all rows for the list, and may add fields to them. */
  arrange(rows: readonly Row[]): readonly Row[];
  /** Age above which the list is requested again, ms. */
  readonly fresh: number;
  readonly sources: readonly ((at: ResourceTarget, signal: AbortSignal) => RowPages<Row>)[];
  /** Searches of the services themselves by a text, in the order of the sources. */
  readonly find?: readonly ((at: ResourceTarget, text: string, signal: AbortSignal) => RowPages<Row>)[];
}

/** What a list needs to know when it is made. */
interface ListContext {
  /** Returns how many rows to request per page of AWS. */
  perPage(): number;
  /** Returns the account as the state has it; undefined when the account is gone. */
  account(): AccountState | undefined;
}

/** A resource that the configuration names, with the parameters that open its page. */
interface ConfiguredResource {
  readonly key: string;
  readonly label: string;
  readonly params: WindowParams;
}

/** The name of a row, and the ID that identifies it among rows of its sort in an account and region. */
type RowName = Pick<SeenName, "name" | "id" | "of" | "kind">;

/** One sort of the rows of a list. Most lists have one; the list of services also has clusters. */
export interface ResourceSort<Row extends object = object> {
  /** Name of the sort in keys of the palette: `secret`. */
  readonly name: string;
  readonly label: string;
  readonly heading: string;
  /** Returns the name and ID of a row; null for a row of another sort. */
  nameOf(row: Row): RowName | null;
  /** Returns the parameters that open the kind's page at that row. */
  params(name: RowName): WindowParams;
  /** Returns the ID of the row that a window's parameters name; null when they name no row of this sort. */
  idIn(params: Readonly<Record<string, string | undefined>>): string | null;
  /** Returns the IDs that the configuration names. */
  configured(account: AccountState): readonly string[];
}

/** A kind of resource: everything the tray menu, the palette, the pages and the cache need to know about it. */
export interface KindOfResource<Row extends object = object> {
  /** Name in commands and cached files, and the name of the page that shows it. */
  readonly name: string;
  /** The title of its page. */
  readonly title: string;
  /** Other words that people type for it, in lower case with commas between them. They are searched and not shown. */
  readonly synonyms?: string;
  readonly icon: "key" | "server" | "console" | "table" | "file" | "code";
  /** Other pages that open one of its rows. */
  readonly otherPages?: readonly string[];
  readonly sorts: readonly ResourceSort<Row>[];
  list(context: ListContext): KindList<Row>;
  /** Checks a row of the cache and leaves out everything that is not a name; null for an invalid row. */
  cachedRow(value: unknown): Row | null;
  /** How rows are read from an index of AWS; absent when an index has none of them. */
  readonly indexed?: {
    /** Whether an index knows all rows. Where an index answered, a search does not list such a kind. */
    readonly complete: boolean;
    /** Returns the row that an ARN names, with the fields that the ARN tells; null for another kind of resource. */
    row(arn: Arn): Row | null;
  };
  /** Returns the texts of a row in a list of several kinds. */
  words(row: Row): { readonly title: string; readonly detail: string };
  /** Says how many resources the configuration names; absent for kinds that the configuration does not name. */
  configuredWords?(account: AccountState): string;
  /** Returns the resources that the configuration names, for the menu. */
  configured?(account: AccountState): readonly ConfiguredResource[];
}
