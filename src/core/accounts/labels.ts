import type { EnvRule } from "../config/config.ts";
import type { Diagnostic } from "../diagnostic.ts";
import { type Labeller, NOT_EVALUATED } from "../rules/evaluator.ts";
import type { Named } from "./source.ts";

/** The environments that rules give to names and emails; each pair is evaluated once. */
interface LabelCache {
  /** Which rules are in force. Another list than before makes everything unknown. */
  use(rules: readonly EnvRule[]): void;
  /** Has the rules evaluated for those that are not known yet. */
  learn(named: readonly Named[]): Promise<void>;
  /** The environment that the rules give, null when none does; undefined of what was not learnt. */
  of(named: Named): string | null | undefined;
  /** Another number than before: what was learnt until then does not hold any more. */
  readonly version: number;
  /** Rules that were switched off, and what else went wrong with those in force. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Makes labels that `labeller` works out. */
export function createLabelCache(labeller: Labeller): LabelCache {
  let rules: readonly EnvRule[] = [];
  let known = new Map<string, string | null>();
  let version = 0;
  let diagnostics: readonly Diagnostic[] = [];

  function forget(): void {
    known = new Map();
    version++;
  }

  return {
    use(next) {
      if (next === rules) return;
      rules = next;
      diagnostics = [];
      forget();
    },
    async learn(named) {
      const open = new Map<string, Named>();
      for (const one of named) {
        const key = keyOf(one);
        if (key !== NAMELESS && !known.has(key)) open.set(key, one);
      }
      if (open.size === 0 && known.size > 0) return;
      const asked = rules;
      const answer = await labeller.label(asked, [...open.values()]);
      // Other rules came into force meanwhile: their version is another.
      if (asked !== rules) return;
      // A rule that is switched off only now has perhaps decided for others before.
      if (known.size > 0 && answer.diagnostics.length > diagnostics.length) forget();
      diagnostics = answer.diagnostics;
      if (diagnostics.some(({ code }) => code === NOT_EVALUATED)) return;
      let at = 0;
      for (const key of open.keys()) known.set(key, answer.labels[at++]?.env ?? null);
    },
    of(named) {
      const key = keyOf(named);
      return key === NAMELESS ? null : known.get(key);
    },
    get version() {
      return version;
    },
    get diagnostics() {
      return diagnostics;
    },
  };
}

/** No rule can match what has neither name nor email. */
const NAMELESS = "\0";

function keyOf({ name = "", email = "" }: Named): string {
  return `${name}\0${email}`;
}
