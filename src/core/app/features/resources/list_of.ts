import { CloudError } from "../../../aws/errors.ts";
import type { ResourceTarget } from "../../../aws/resources/target.ts";
import {
  type CachedRows,
  type FoundRow,
  gather,
  type GatherParts,
  type ListFault,
  type ListStatus,
} from "../../../resources/gathered.ts";
import type { HoldingName } from "../../../resources/cached_list.ts";
import { settledOrAborted } from "../../../resources/polled.ts";
import { type RowSource, slice } from "../../../resources/rows.ts";
import type { AskedRole, RoleWork } from "../../as_role.ts";

/** How a list of an account stands, and as whom it is looked at. */
export interface ResourceListStatus extends ListStatus {
  /** Null until it is known. */
  readonly role: string | null;
  readonly region: string;
}

/** A list of what an account has in a region. */
export interface ResourceList<Row> {
  rows(search: string): RowSource<FoundRow<Row>>;
  readonly status: RowSource<ResourceListStatus>;
  /** The row of that key, as far as the list has come. */
  find(key: string): Row | undefined;
  refresh(): void;
  forget(): void;
  watched(): boolean;
}

/** What every kind of list works with. */
export interface ListBase<Row> {
  readonly roleWork: RoleWork;
  /** As whom and with which credentials a place is asked. What it gives keeps a chosen role when it is asked first. */
  readonly placeOf: (
    asked: AskedRole,
  ) => (signal: AbortSignal) => Promise<{ readonly role: string; readonly at: ResourceTarget }>;
  readonly cached: (
    name: HoldingName,
    row: (value: unknown) => Row | null,
  ) => { read(): Promise<CachedRows<Row> | null>; write(rows: CachedRows<Row>): Promise<void> };
  readonly now: () => number;
  readonly onError: (error: unknown) => void;
}

/** What a kind of list is made of; the sources get credentials of the place when they are asked. */
interface ResourceListParts<Row> extends Omit<GatherParts<Row>, "sources" | "find" | "faultOf"> {
  readonly region: string;
  readonly place: (signal: AbortSignal) => Promise<{ readonly role: string; readonly at: ResourceTarget }>;
  readonly sources: readonly ((at: ResourceTarget, signal: AbortSignal) => AsyncIterable<readonly Row[]>)[];
  readonly find?: readonly (
    (at: ResourceTarget, text: string, signal: AbortSignal) => AsyncIterable<readonly Row[]>
  )[];
}

/** Makes a list of an account and region. */
export function resourceList<Row extends object>(
  { region, place, sources, find = [], ...parts }: ResourceListParts<Row>,
): ResourceList<Row> {
  let role: string | null = null;
  async function at(signal: AbortSignal): Promise<ResourceTarget> {
    const found = await place(signal);
    role = found.role;
    return found.at;
  }
  const gathered = gather<Row>({
    ...parts,
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
    rows: (search) => gathered.rows(search),
    find: (key) => gathered.find(key),
    refresh: () => gathered.refresh(),
    forget: () => gathered.forget(),
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

/** What AWS says to good credentials in a region that the account has not switched on. */
const UNKNOWN_THERE = /^(UnrecognizedClientException|InvalidClientTokenId|AuthFailure)$/;

/** What a user can do something about; null for a fault of the program. */
export function faultOf(error: unknown, region: string): ListFault | null {
  if (!(error instanceof CloudError)) return null;
  const { name = "" } = (error.cause ?? {}) as { readonly name?: string };
  if (UNKNOWN_THERE.test(name)) {
    return {
      trouble: "region",
      message:
        `${region} does not take this account's credentials: it is probably switched off for the account.`,
      hint: "Choose another region. Who looks after the account can switch it on.",
    };
  }
  const { trouble, sentence, hint } = error;
  return { trouble, message: sentence, ...(hint ? { hint } : {}) };
}

/** One row that is asked for when somebody looks at it. */
export function askedRow<Row>(region: string, ask: (signal: AbortSignal) => Promise<Row>): RowSource<Row> {
  return {
    async read(from, count, signal) {
      try {
        return slice([await ask(signal)], from, count);
      } catch (error) {
        const fault = faultOf(error, region);
        if (!fault) throw error;
        const { message, trouble, hint } = fault;
        return { ok: false, error: message, trouble, ...(hint ? { hint } : {}) };
      }
    },
    subscribe: () => () => {},
  };
}

/** Lists by what they are about; of those that nobody looks at, the ones that were longest ago are left to memory. */
export function createLists<Row>(make: (asked: AskedRole) => ResourceList<Row>): Lists<Row> {
  const lists = new Map<string, ResourceList<Row>>();
  const list = (asked: AskedRole) => {
    const { account, role = null, region = null, passing = false } = asked;
    const key = JSON.stringify([account, role, region, passing]);
    const list = lists.get(key) ?? make(asked);
    lists.delete(key);
    lists.set(key, list);
    if (lists.size > MOST_LISTS) {
      // One that is looked at would be another one for who asks for it next, and stay when all are forgotten.
      const oldest = lists.entries().find(([, one]) => one !== list && !one.watched());
      if (oldest) lists.delete(oldest[0]);
    }
    return list;
  };
  return Object.assign(list, {
    forget() {
      for (const one of lists.values()) one.forget();
    },
  });
}

/** The lists of a kind, by what they are about. */
export interface Lists<Row> {
  (asked: AskedRole): ResourceList<Row>;
  /** Nothing of them is known any more: what is looked at is asked for anew. */
  forget(): void;
}

const MOST_LISTS = 60;

/** How a list stands once it has been had, or could not be; null when nobody waits any more. */
export async function untilLoaded<Status extends ListStatus>(
  status: RowSource<Status>,
  signal: AbortSignal,
): Promise<Status | null> {
  const { promise, resolve } = Promise.withResolvers<Status | null>();
  const look = async () => {
    const read = await status.read(0, 1, signal);
    const now = read.ok ? read.rows[0] : undefined;
    if (now && !now.loading && (now.at !== null || now.faults.length > 0)) resolve(now);
  };
  const end = status.subscribe(() => void look());
  void look();
  await settledOrAborted(promise, signal).finally(end);
  return signal.aborted ? null : await promise;
}
