import type { IndexedResource } from "../../../aws/resource_explorer/search.ts";
import { parseArn } from "../../../aws/wire/arn.ts";
import { fit, haystack, marks, typedWords } from "../../../find/matcher.ts";
import { KINDS_OF_RESOURCES } from "../../../resources/kinds/mod.ts";
import { textWithin } from "../../../resources/kinds/named.ts";
import type { AccountState } from "../../../state/state.ts";
import { type FoundHolding, hitOf } from "./hits.ts";

/** What is taken of an index. */
interface Wanted {
  readonly text: string;
  /** The account of a number, where its hits are wanted; undefined: they are not. */
  readonly account: (id: string) => AccountState | undefined;
  /** Whether hits of that region are wanted. */
  readonly region: (account: AccountState, region: string) => boolean;
  /** The region of an account without a named one. */
  readonly own: (account: AccountState) => string;
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
  { text, account, region, own }: Wanted,
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
      const elsewhere: Readonly<Record<string, string>> = arn.region === own(owner)
        ? {}
        : { region: arn.region };
      const hit = hitOf(kind, row, marks(words, hay), { account: owner, region: arn.region, elsewhere });
      return [{ score, hit, ...(reportedAt === undefined ? {} : { reportedAt }) }];
    }
    return [];
  });
  return found.sort((a, b) => b.score - a.score);
}
