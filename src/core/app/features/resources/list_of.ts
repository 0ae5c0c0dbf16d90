import { CloudError } from "../../../aws/errors.ts";
import type { ResourceTarget } from "../../../aws/resources/target.ts";
import { type CachedRows, gather, type GatheredList, type ListStatus } from "../../../resources/gathered.ts";
import type { ListFault } from "../../../resources/list_fault.ts";
import type { CachedListName } from "../../../resources/cached_list.ts";
import type { KindOfResource } from "../../../resources/kinds/kind.ts";
import { type RowSource, slice } from "../../../resources/rows.ts";
import { refusal } from "../../../result.ts";
import type { RoleRequest, RoleWork } from "../../as_role.ts";

/** The status of a list, with the role and region that it is read with. */
export interface ResourceListStatus extends ListStatus {
  /** Null until the role is known. */
  readonly role: string | null;
  readonly region: string;
}

/** A list of one kind of resource in an account and region. */
export interface ResourceList<Row> extends Omit<GatheredList<Row>, "status"> {
  /** Returns the role that the list was last read with; null until it is known. */
  role(): string | null;
  readonly status: RowSource<ResourceListStatus>;
}

/** The dependencies of every kind of list. */
export interface ListBase<Row> {
  readonly roleWork: RoleWork;
  /**
   * Returns a function that gives the role and credentials of a request. The function keeps the region that is
   * the account's usual one now, and the first role that gives credentials: the asked one, else `shown`, which
   * is that of the list beside, else the usual one. It saves a chosen role as the account's usual one at its
   * first call.
   */
  readonly targetOf: (
    asked: RoleRequest,
    shown?: string | null,
  ) => (signal: AbortSignal) => Promise<{ readonly role: string; readonly at: ResourceTarget }>;
  readonly cached: (
    name: CachedListName,
    row: (value: unknown) => Row | null,
  ) => { read(): Promise<CachedRows<Row> | null>; write(rows: CachedRows<Row>): Promise<void> };
  /** Returns how many rows to request per page of AWS. */
  readonly perPage: () => number;
  readonly now: () => number;
  readonly onError: (error: unknown) => void;
}

/** Makes the lists of a kind, one for each account, role and region. */
export function listsOf<Row extends object>(kind: KindOfResource<Row>, base: ListBase<Row>): Lists<Row> {
  const lists = createLists((asked) => resourceList(kind, asked, base));
  // A list is of one region, also when the account's usual one changes.
  const inRegion = (asked: RoleRequest) => ({ ...asked, region: base.roleWork.region(asked) });
  return Object.assign((asked: RoleRequest) => lists(inRegion(asked)), {
    forget: lists.forget,
    changed: (asked: RoleRequest) => lists.changed(inRegion(asked)),
  });
}

/** Makes a list of one account, role and region. */
function resourceList<Row extends object>(
  kind: KindOfResource<Row>,
  asked: RoleRequest,
  { roleWork, targetOf, cached, perPage, now, onError }: ListBase<Row>,
): ResourceList<Row> {
  const region = roleWork.region(asked);
  let role: string | null = null;
  async function at(signal: AbortSignal): Promise<ResourceTarget> {
    const found = await targetOf(asked)(signal);
    role = found.role;
    return found.at;
  }
  const { sources, find = [], ...shape } = kind.list({
    perPage,
    account: () => roleWork.known(asked.account),
  });
  const gathered = gather<Row>({
    ...shape,
    cached: cached(
      { kind: kind.name, account: asked.account, role: asked.role ?? null, region },
      (value) => kind.cachedRow(value),
    ),
    now,
    onError,
    sources: sources.map((source) =>
      async function* (signal: AbortSignal) {
        yield* source(await at(signal), signal);
      }
    ),
    find: find.map((one) =>
      async function* (text: string, signal: AbortSignal) {
        yield* one(await at(signal), text, signal);
      }
    ),
    faultOf: (error) => faultOf(error, region),
  });
  return {
    role: () => role,
    rows: (search) => gathered.rows(search),
    find: (key) => gathered.find(key),
    refresh: () => gathered.refresh(),
    forget() {
      role = null;
      gathered.forget();
    },
    watched: () => gathered.watched(),
    status: {
      async read(from, count, signal) {
        const read = await gathered.status.read(from, count, signal);
        return read.ok ? slice(read.rows.map((row) => ({ ...row, role, region })), 0, count) : read;
      },
      subscribe: (listener) => gathered.status.subscribe(listener),
    },
  };
}

/** Names of AWS errors for valid credentials in a region that the account has not enabled. */
const UNKNOWN_THERE = /^(UnrecognizedClientException|InvalidClientTokenId|AuthFailure)$/;

/** Returns a fault for an error that the user can do something about; null for a fault of the program. */
export function faultOf(error: unknown, region: string): ListFault | null {
  if (!(error instanceof CloudError)) return null;
  const { name = "" } = (error.cause ?? {}) as { readonly name?: string };
  if (UNKNOWN_THERE.test(name)) {
    return {
      code: "region",
      message:
        `${region} does not take this account's credentials: it is probably switched off for the account.`,
      hint: "Choose another region. Who looks after the account can switch it on.",
    };
  }
  const { code, sentence, hint } = error;
  return { code, message: sentence, ...(hint ? { hint } : {}) };
}

/** One row that is requested at each read. */
export function askedRow<Row>(region: string, ask: (signal: AbortSignal) => Promise<Row>): RowSource<Row> {
  return {
    async read(from, count, signal) {
      try {
        return slice([await ask(signal)], from, count);
      } catch (error) {
        const fault = faultOf(error, region);
        if (!fault) throw error;
        return { ...refusal(fault.message, fault.hint), code: fault.code };
      }
    },
    subscribe: () => () => {},
  };
}

/** Keeps lists by account, role and region. Above {@link MAX_LISTS} the oldest list without a reader is dropped. */
export function createLists<Row>(make: (asked: RoleRequest) => ResourceList<Row>): Lists<Row> {
  const lists = new Map<string, ResourceList<Row>>();
  const list = (asked: RoleRequest) => {
    const { account, role = null, region = null, passing = false } = asked;
    const key = JSON.stringify([account, role, region, passing]);
    const list = lists.get(key) ?? make(asked);
    lists.delete(key);
    lists.set(key, list);
    if (lists.size > MAX_LISTS) {
      // A list in use must stay in the map. Otherwise the next caller would get a second list, and `forget`
      // would miss the first.
      const oldest = lists.entries().find(([, one]) => one !== list && !one.watched());
      if (oldest) lists.delete(oldest[0]);
    }
    return list;
  };
  return Object.assign(list, {
    forget() {
      for (const one of lists.values()) one.forget();
    },
    changed({ account, region }: RoleRequest) {
      for (const [key, one] of lists) {
        const [of, , there] = JSON.parse(key);
        if (of !== account || there !== (region ?? null)) continue;
        if (one.watched()) one.refresh();
        // The next reader gets a new list, which is asked for.
        else lists.delete(key);
      }
    },
  });
}

/** Returns the list of a request. */
export type ListOf<Row> = (asked: RoleRequest) => ResourceList<Row>;

/** The lists of a kind, one for each account, role and region. */
export interface Lists<Row> extends ListOf<Row> {
  /** Forgets all rows. Lists in use request them again. */
  forget(): void;
  /** Tells that something was changed in an account and region: lists in use are requested again, of any role. */
  changed(asked: RoleRequest): void;
}

const MAX_LISTS = 60;
