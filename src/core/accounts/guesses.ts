import type { EnvRule } from "../config/config.ts";
import type { AccountState } from "../state/state.ts";
import { compare } from "../text/natural.ts";
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
  const guessed = accounts.flatMap(({ env, envGuessed, name }) =>
    envGuessed && env !== null && name !== undefined ? [{ env, name }] : []
  );
  const byEnv = [...Map.groupBy(guessed, ({ env }) => env)].sort(([a], [b]) => compareEnvironments(a, b));
  return byEnv.flatMap(([env, all]) => {
    const named = all.map(({ name }) => name);
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
  return [...Map.groupBy(words, (word) => word)]
    .sort(([a, some], [b, more]) => more.length - some.length || compare(a, b))
    .map(([word]) => word);
}
