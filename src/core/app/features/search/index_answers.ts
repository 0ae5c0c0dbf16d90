import { CloudError } from "../../../aws/errors.ts";
import type { IndexedResource, IndexPage } from "../../../aws/resource_explorer/search.ts";
import { textWithin, textWithinAll } from "../../../resources/kinds/named.ts";
import { partitionOf } from "../../../aws/wire/partition.ts";
import type { AccountState } from "../../../state/state.ts";
import type { RoleRequest } from "../../as_role.ts";
import { type FoundResource, hitOf, type Hits } from "./hits.ts";
import type { SearchIndexes } from "./indexes.ts";
import type { SearchRoles } from "./search_roles.ts";
import { parseArn } from "../../../aws/wire/arn.ts";
import { fit, haystack, marks, typedWords } from "../../../find/matcher.ts";
import { KINDS_OF_RESOURCES } from "../../../resources/kinds/mod.ts";

/** Status of the indexes that answered. */
export interface IndexStatus {
  /** The account whose index answered first. */
  readonly account: Pick<AccountState, "accountId" | "name">;
  /** Number of accounts whose index answered. */
  readonly accounts: number;
  /** When indexes looked at the hits, ms since 1970: the earliest and the latest time; null when no index tells. */
  readonly oldest: number | null;
  readonly newest: number | null;
  /** Whether an index has more matches than it returned. */
  readonly cut: boolean;
}

/** The dependencies of {@link createIndexAnswers}. */
interface AnswerParts {
  readonly indexes: SearchIndexes;
  readonly text: string;
  readonly hits: Hits;
  readonly roles: Pick<SearchRoles, "of">;
  /** Whether the user chose roles for searches. */
  readonly chosen: () => boolean;
  readonly usualRegion: (account: AccountState) => string;
  /** Whether the search includes that region. */
  readonly region: (account: AccountState, region: string) => boolean;
  readonly blame: (account: string, message: string) => void;
  /** Tells that hits from that index on have changed. */
  readonly tell: (from: number) => void;
}

/** Maximum number of accounts whose roles are looked up, because each may need a request to the portal. */
const MAX_ASKED = 10;

const NONE: ReadonlySet<string> = new Set();

/** Asks the indexes of a search, and keeps their answers. */
export function createIndexAnswers(parts: AnswerParts) {
  const { indexes, text, hits, roles, usualRegion, blame, tell } = parts;
  let asked = false, cut = false;
  let first: IndexStatus["account"] | null = null;
  const answered = new Set<string>();
  let oldest: number | null = null, newest: number | null = null;

  /** Adds the hits of a page that fit the search. */
  function keep(
    page: IndexPage,
    account: (id: string) => AccountState | undefined,
    region: AnswerParts["region"],
  ): readonly FoundResource[] {
    const from = hits.all.length;
    const found = indexedHits(page.resources, { text, account, region, usualRegion });
    const known = found.flatMap(({ hit, reportedAt }) => {
      if (hits.full()) return [];
      hits.keep(hit, true);
      if (reportedAt !== undefined) {
        oldest = Math.min(oldest ?? reportedAt, reportedAt);
        newest = Math.max(newest ?? reportedAt, reportedAt);
      }
      return [hit];
    });
    if (known.length > 0) tell(from);
    return known;
  }

  function answers(accountId: string, known: AccountState | undefined): void {
    first ??= { accountId, ...(known?.name === undefined ? {} : { name: known.name }) };
    answered.add(accountId);
  }

  /**
   * Gives hits of accounts without a usual role the role that the user chose for searches. Does so for the
   * accounts of the best hits.
   */
  async function giveRoles(
    found: readonly FoundResource[],
    byId: ReadonlyMap<string, AccountState>,
    signal: AbortSignal,
  ): Promise<void> {
    if (!parts.chosen()) return;
    const owners = new Set(found.map(({ account }) => account.accountId));
    await Promise.all(
      owners.values().take(MAX_ASKED).map(async (id) => {
        const role = await roles.of(byId.get(id)!, signal);
        if (signal.aborted || role === null) return;
        for (const hit of found.filter(({ account }) => account.accountId === id)) {
          hits.replace(hit, { ...hit, params: { ...hit.params, role } });
        }
        tell(0);
      }),
    );
  }

  return {
    /** Whether the view that the configuration names is still to be asked. */
    waits: () => !asked && indexes.view() !== null,
    /** Asks that view and returns the accounts that it covers; none when the view could not be asked. */
    async ofView(accounts: readonly AccountState[], signal: AbortSignal): Promise<readonly AccountState[]> {
      const view = indexes.view()!;
      const byId = new Map(accounts.map((account) => [account.accountId, account]));
      const known = byId.get(view.account);
      const found: FoundResource[] = [];
      try {
        const role = known ? await roles.of(known, signal) : null;
        for await (const page of indexes.ofView(view, role ?? undefined, textWithinAll(text), signal)) {
          if (signal.aborted) return [];
          for (const hit of keep(page, (id) => byId.get(id), parts.region)) found.push(hit);
          cut ||= page.cut;
        }
        if (signal.aborted) return [];
      } catch (error) {
        if (signal.aborted) return [];
        if (!(error instanceof CloudError)) throw error;
        asked = true;
        blame(view.account, error.sentence);
        return [];
      }
      asked = true;
      answers(view.account, known);
      const partition = partitionOf(view.region);
      const answeredFor = accounts.filter((account) => partitionOf(usualRegion(account)) === partition);
      await giveRoles(found, byId, signal);
      return answeredFor;
    },
    /** Asks an account's index for these regions and returns the regions that it covers. */
    async ofAccount(
      account: AccountState,
      as: RoleRequest,
      regions: readonly string[],
      signal: AbortSignal,
    ): Promise<ReadonlySet<string>> {
      const { accountId } = account;
      const answer = await indexes.ofAccount(as, textWithinAll(text), signal);
      if (!answer || signal.aborted) return NONE;
      const known = new Set(regions.filter((region) => answer.regions.includes(region)));
      if (known.size === 0) return NONE;
      const mine = (id: string) => id === accountId ? account : undefined;
      for (const page of answer.pages) {
        const { role } = as;
        for (const hit of keep(page, mine, (_, region) => known.has(region))) {
          if (role !== undefined) hits.replace(hit, { ...hit, params: { ...hit.params, role } });
        }
      }
      // The index returned only some of its matches, so the account itself is asked.
      if (answer.pages.some((page) => page.cut)) return NONE;
      answers(accountId, account);
      return known;
    },
    status: (): IndexStatus | null =>
      first && { account: first, accounts: answered.size, oldest, newest, cut },
    forget() {
      answered.clear();
      first = null;
      asked = true;
    },
  };
}

/** Which resources of an index are hits. */
interface Wanted {
  readonly text: string;
  /** Returns the account of an account ID; undefined when its resources are not wanted. */
  readonly account: (id: string) => AccountState | undefined;
  /** Whether the search includes that region. */
  readonly region: (account: AccountState, region: string) => boolean;
  /** The region of an account without a configured one. */
  readonly usualRegion: (account: AccountState) => string;
}

/** A hit of an index, and when the index last saw it, ms since 1970. */
interface IndexedHit {
  readonly hit: FoundResource;
  readonly reportedAt?: number;
}

/**
 * Returns the resources of an index as hits, the best first: those of known accounts and of kinds with a page
 * whose names fit the text. An index may hold other resources and also finds by tags.
 */
export function indexedHits(
  resources: readonly IndexedResource[],
  { text, account, region, usualRegion }: Wanted,
): readonly IndexedHit[] {
  const wordsWithin = new Map(
    KINDS_OF_RESOURCES.map((kind) => [kind, typedWords(textWithin(kind, text))]),
  );
  const found = resources.flatMap(({ arn: named, reportedAt }) => {
    const arn = parseArn(named);
    const owner = arn ? account(arn.account) : undefined;
    if (!arn || !owner || !region(owner, arn.region)) return [];
    for (const kind of KINDS_OF_RESOURCES) {
      const row = kind.indexed?.row(arn);
      if (!row) continue;
      const { title, detail } = kind.words(row);
      const hay = haystack(title, detail), words = wordsWithin.get(kind)!;
      const score = fit(words, hay);
      if (score === null) return [];
      const elsewhere: Readonly<Record<string, string>> = arn.region === usualRegion(owner)
        ? {}
        : { region: arn.region };
      const hit = hitOf(kind, row, marks(words, hay), { account: owner, region: arn.region, elsewhere });
      return [{ score, hit, ...(reportedAt === undefined ? {} : { reportedAt }) }];
    }
    return [];
  });
  return found.sort((a, b) => b.score - a.score);
}
