import type { EnvRule } from "../config/config.ts";
import type { AccountState } from "../state/state.ts";
import { compareEnvironments, environmentWords, knownEnvironment } from "./environments.ts";

/** A rule that would set the environment Kedge guesses from the names of accounts. */
interface GuessedRule {
  readonly env: string;
  /** Words of the accounts' names that led to the guess, the most frequent first. */
  readonly words: readonly string[];
  /** Number of guessed accounts that the rule would label. */
  readonly accounts: number;
  readonly rule: Pick<EnvRule, "env"> & { readonly matchName: string };
}

/** Returns rules that would replace guesses, one per guessed environment. */
export function guessedRules(accounts: readonly AccountState[]): readonly GuessedRule[] {
  const names = new Map<string, string[]>();
  for (const { env, envGuessed, name } of accounts) {
    if (!envGuessed || env === null || name === undefined) continue;
    const known = names.get(env);
    if (known) known.push(name);
    else names.set(env, [name]);
  }
  return [...names].sort(([a], [b]) => compareEnvironments(a, b)).flatMap(([env, named]) => {
    const words = frequent(
      named.flatMap((name) => environmentWords(name).filter((word) => knownEnvironment(word) === env)),
    );
    const matchName = `(?<!non.|pre.|[a-z])(${words.join("|")})(?![a-z])`;
    const pattern = new RegExp(matchName, "i");
    const labelled = named.filter((name) => pattern.test(name)).length;
    return labelled === 0 ? [] : [{ env, words, accounts: labelled, rule: { env, matchName } }];
  });
}

/** Returns each word once, the most frequent first. */
function frequent(words: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].sort(([a, some], [b, more]) => more - some || (a < b ? -1 : 1)).map(([word]) => word);
}
