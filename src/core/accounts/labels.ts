import type { EnvRule } from "../config/config.ts";
import type { Diagnostic } from "../diagnostic.ts";
import { type Labeller, NOT_EVALUATED } from "../rules/evaluator.ts";
import type { Named } from "./source.ts";

/**
 * Makes a cache of the environments that rules give to names and emails. `labeller` evaluates each pair once.
 */
export function createLabelCache(labeller: Labeller) {
  let rules: readonly EnvRule[] = [];
  let known = new Map<string, string | null>();
  let version = 0;
  let diagnostics: readonly Diagnostic[] = [];

  function forget(): void {
    known = new Map();
    version++;
  }

  return {
    /** Sets the rules in force. A different list forgets all labels. */
    use(next: readonly EnvRule[]) {
      if (next === rules) return;
      rules = next;
      diagnostics = [];
      forget();
    },
    /** Evaluates the rules for accounts without a known label. */
    async learn(named: readonly Named[]) {
      const open = new Map<string, Named>();
      for (const one of named) {
        const key = keyOf(one);
        if (key !== NAMELESS && !known.has(key)) open.set(key, one);
      }
      if (open.size === 0 && known.size > 0) return;
      const asked = rules;
      const answer = await labeller.label(asked, [...open.values()]);
      // The rules changed while these were evaluated, so the answer is about old rules.
      if (asked !== rules) return;
      // A rule that is switched off now may have given labels before.
      if (known.size > 0 && answer.diagnostics.length > diagnostics.length) forget();
      diagnostics = answer.diagnostics;
      if (diagnostics.some(({ code }) => code === NOT_EVALUATED)) return;
      let at = 0;
      for (const key of open.keys()) known.set(key, answer.labels[at++]?.env ?? null);
    },
    /** Returns the environment that the rules give, null when no rule matches; undefined before it is learnt. */
    of(named: Named): string | null | undefined {
      const key = keyOf(named);
      return key === NAMELESS ? null : known.get(key);
    },
    /** Changes whenever labels learnt before may no longer hold. */
    get version() {
      return version;
    },
    /** Rules that are switched off, and other problems of the rules in force. */
    get diagnostics() {
      return diagnostics;
    },
  };
}

/** Key of an account without name and email. No rule can match such an account. */
const NAMELESS = "\0";

function keyOf({ name = "", email = "" }: Named): string {
  return `${name}\0${email}`;
}
