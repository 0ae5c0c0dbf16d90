import { CloudError } from "../../../aws/errors.ts";
import type { IndexedResource, IndexPage } from "../../../aws/resource_explorer/search.ts";
import { textWithin, textWithinAll } from "../../../resources/kinds/named.ts";
import { partitionOf } from "../../../aws/wire/partition.ts";
import type { AccountState } from "../../../state/state.ts";
import type { RoleRequest } from "../../as_role.ts";
import { type FoundHolding, hitOf, type Hits } from "./hits.ts";
import type { SearchIndexes } from "./indexes.ts";
import type { SearchRoles } from "./search_roles.ts";
import { parseArn } from "../../../aws/wire/arn.ts";
import { fit, haystack, marks, typedWords } from "../../../find/matcher.ts";
import { KINDS_OF_RESOURCES } from "../../../resources/kinds/mod.ts";

/** What is known of the indexes that answered. */
export interface IndexStatus {
  /** The account whose index answered first. */
  readonly account: Pick<AccountState, "accountId" | "name">;
  /** Accounts whose index answered. */
  readonly accounts: number;
  /** When what was found was looked at by the indexes, ms since 1970: the longest ago and the last; null: nothing says. */
  readonly oldest: number | null;
  readonly newest: number | null;
  /** More fit than an index gives. */
  readonly cut: boolean;
}

/** The indexes of a search, and what they answered. */
interface IndexAnswers {
  /** The view that the configuration names has not been asked yet. */
  readonly waits: () => boolean;
  /** Asks it, and gives the accounts that it answers for; none where it could not be asked. */
  ofView(accounts: readonly AccountState[], signal: AbortSignal): Promise<readonly AccountState[]>;
  /** Asks the index of an account for these regions, and gives those that it answers for. */
  ofAccount(
    account: AccountState,
    as: RoleRequest,
    regions: readonly string[],
    signal: AbortSignal,
  ): Promise<ReadonlySet<string>>;
  readonly status: () => IndexStatus | null;
  forget(): void;
}

/** The dependencies of {@link createIndexAnswers}. */
interface AnswerParts {
  readonly indexes: SearchIndexes;
  readonly text: string;
  readonly hits: Hits;
  readonly roles: Pick<SearchRoles, "of">;
  /** Whether roles were chosen that searches use. */
  readonly chosen: () => boolean;
  readonly usualRegion: (account: AccountState) => string;
  /** Whether hits of that region are wanted. */
  readonly region: (account: AccountState, region: string) => boolean;
  readonly blame: (account: string, message: string) => void;
  /** Hits have changed from there on. */
  readonly tell: (from: number) => void;
}

/** The roles of so many accounts are asked for: the portal may have to tell each. */
const MOST_ASKED = 10;

const NONE: ReadonlySet<string> = new Set();

/** Makes it. */
export function createIndexAnswers(parts: AnswerParts): IndexAnswers {
  const { indexes, text, hits, roles, usualRegion, blame, tell } = parts;
  let asked = false, cut = false;
  let first: IndexStatus["account"] | null = null;
  const answered = new Set<string>();
  let oldest: number | null = null, newest: number | null = null;

  /** Keeps what is wanted of a page. */
  function keep(
    page: IndexPage,
    account: (id: string) => AccountState | undefined,
    region: AnswerParts["region"],
  ): readonly FoundHolding[] {
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

  /** Hits of accounts where no role is usual are opened as the one that searches use: those of the best hits. */
  async function giveRoles(
    found: readonly FoundHolding[],
    byId: ReadonlyMap<string, AccountState>,
    signal: AbortSignal,
  ): Promise<void> {
    if (!parts.chosen()) return;
    const owners = new Set(found.map(({ account }) => account.accountId));
    await Promise.all(
      owners.values().take(MOST_ASKED).map(async (id) => {
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
    waits: () => !asked && indexes.view() !== null,
    async ofView(accounts, signal) {
      const view = indexes.view()!;
      const byId = new Map(accounts.map((account) => [account.accountId, account]));
      const known = byId.get(view.account);
      const found: FoundHolding[] = [];
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
    async ofAccount(account, as, regions, signal) {
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
      // Of what it does not give all, the account is asked.
      if (answer.pages.some((page) => page.cut)) return NONE;
      answers(accountId, account);
      return known;
    },
    status: () => first && { account: first, accounts: answered.size, oldest, newest, cut },
    forget() {
      answered.clear();
      first = null;
      asked = true;
    },
  };
}

/** What is taken of an index. */
interface Wanted {
  readonly text: string;
  /** The account of a number, where its hits are wanted; undefined: they are not. */
  readonly account: (id: string) => AccountState | undefined;
  /** Whether hits of that region are wanted. */
  readonly region: (account: AccountState, region: string) => boolean;
  /** The region of an account without a named one. */
  readonly usualRegion: (account: AccountState) => string;
}

/** A hit of an index, and when that looked at it last. */
interface IndexedHit {
  readonly hit: FoundHolding;
  readonly reportedAt?: number;
}

/**
 * What an index found, as hits, the best first: of known accounts, of kinds that have a page, with names that fit the text.
 * An index finds by labels too, and may hold anything.
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
