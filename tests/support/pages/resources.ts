import type { RoleRequest } from "../../../src/core/app/as_role.ts";
import type { ResourceList, ResourceListStatus } from "../../../src/core/app/features/resources/list_of.ts";
import type { LogGroupRow } from "../../../src/core/resources/kinds/log_groups/mod.ts";
import type { PagesOptions } from "../../../src/pages/mod.ts";
import { fixedRows, type RowSource, slice } from "../../../src/core/resources/rows.ts";

/** Returns the first rows of a source. Throws when they cannot be read. */
export async function rowsOf<Row>(source: RowSource<Row>, count = 100): Promise<readonly Row[]> {
  const read = await source.read(0, count, new AbortController().signal);
  if (!read.ok) throw new Error(read.error);
  return read.rows;
}

/** Returns rows that cannot be read, for this reason. */
export function failedRows(error: string, hint: string, code?: string): RowSource<never> {
  return { read: () => ({ ok: false, error, hint, code }), subscribe: () => () => {} };
}

/** Rows that never arrive. */
export const SILENT_ROWS: RowSource<never> = {
  read: () => new Promise<never>(() => {}),
  subscribe: () => () => {},
};

/**
 * Returns a loaded list of an account with these rows and this state. Typing shows only the rows that contain
 * the text.
 */
export function fixedList<
  Row extends { readonly name: string } | { readonly id: string } | { readonly cluster: string },
>(
  rows: readonly Row[],
  status: Partial<ResourceListStatus>,
): ResourceList<Row> {
  const nameOf = (row: Row) => "name" in row ? row.name : "id" in row ? row.id : row.cluster;
  return {
    role: () => status.role ?? null,
    rows(search) {
      const found = rows.filter((row) => nameOf(row).includes(search));
      const marked = found.map((row) => ({
        ...row,
        matches: [...search].map((_, at) => nameOf(row).indexOf(search) + at),
      }));
      return {
        read: (from, count) => slice(marked, from, count, status.loading),
        subscribe: () => () => {},
      };
    },
    status: fixedRows([{
      loading: false,
      at: Date.now(),
      count: rows.length,
      faults: [],
      role: "Operator",
      region: "eu-central-1",
      ...status,
    }]),
    find: () => undefined,
    refresh: () => {},
    forget: () => {},
    watched: () => false,
  };
}

/** A search through all accounts that has nothing to report. */
export const NO_SEARCH = {
  index: null,
  byIndex: 0,
  partly: 0,
  blamed: 0,
  faults: [],
  moreFaults: 0,
  skipped: 0,
  roles: [],
  taken: [],
  others: [],
};

/** Resources of accounts, including kinds that have only a list. */
interface FixedParts extends Omit<PagesOptions["resources"], "list"> {
  readonly logGroups?: { list(asked: RoleRequest): ResourceList<LogGroupRow> };
}

/** Returns accounts that contain only the given resources. */
export function fixedResources(parts: Partial<FixedParts>): PagesOptions["resources"] {
  const all: Omit<PagesOptions["resources"], "list"> & Pick<FixedParts, "logGroups"> = {
    secrets: { list: () => fixedList([], {}), detail: () => fixedRows([]) },
    databases: { list: () => fixedList([], {}) },
    services: {
      list: () => fixedList([], {}),
      detail: () => fixedRows([]),
      cluster: () => fixedRows([]),
      logs: () => fixedRows([]),
    },
    logs: { follow: () => fixedRows([]), around: () => fixedRows([]) },
    names: { load: () => null, names: () => null, subscribe: () => () => {} },
    ...parts,
  };
  const lists = new Map<string, { list(asked: RoleRequest): ResourceList<object> }>(
    Object.entries({
      secrets: all.secrets,
      databases: all.databases,
      services: all.services,
      log_groups: all.logGroups ?? { list: () => fixedList<LogGroupRow>([], {}) },
    }),
  );
  return { ...all, list: ({ name }, asked) => lists.get(name)!.list(asked) as ResourceList<never> };
}
