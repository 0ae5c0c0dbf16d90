import type { EnvRule } from "../config/config.ts";
import type { Diagnostic } from "../diagnostic.ts";
import { matchSafePatterns } from "./safe_pattern.ts";
import type { Candidate, Off, RuleAnswer, RuleRequest } from "./match.ts";

/** Maximum time of one rule for all accounts, ms. 50 ordinary rules for 10,000 accounts take about 25. */
const RULE_LIMIT = 200;
/** Time after which a labelling starts no further rule, ms. */
const TOTAL = 5000;
/** Additional time for the worker to answer before it is ended, ms. */
const GRACE = 15_000;

/** The environment of one account and the index of the rule that decided; both null when no rule matches. */
interface Label {
  readonly env: string | null;
  readonly rule: number | null;
}

/** The result of evaluating rules. */
interface Labels {
  /** Labels in the order of the accounts. */
  readonly labels: readonly Label[];
  /** Rules that were switched off because they took too long or cannot run. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Evaluates environment rules; rules that could take long run off the main thread. */
export type RuleEvaluator = ReturnType<typeof createRuleEvaluator>;

/** The part of an evaluator that labels. */
export type Labeller = Pick<RuleEvaluator, "label">;

/**
 * Creates an evaluator. Its worker starts with the first rules that could take long, and stays running. A
 * rule that took too long stays off while the evaluator exists; a changed rule counts as a new one.
 */
export function createRuleEvaluator(limit = RULE_LIMIT, total = TOTAL, grace = GRACE) {
  const switchedOff = new Map<string, Off>();
  /** Rules that a labelling did not reach, and all its rules, so that the same rules are not tried again in vain. */
  let skipped: { readonly all: string; readonly keys: ReadonlySet<string> } = { all: "", keys: new Set() };
  const pending = new Map<number, (answer: RuleAnswer | null) => void>();
  let worker: Worker | null = null;
  let nextId = 0;

  function stop(): void {
    worker?.terminate();
    worker = null;
    const waiting = [...pending.values()];
    pending.clear();
    for (const answer of waiting) answer(null);
  }

  function start(): Worker {
    const started = new Worker(new URL("./worker.ts", import.meta.url), {
      type: "module",
      name: "environment rules",
    });
    started.onmessage = ({ data }: MessageEvent<RuleAnswer>) => {
      pending.get(data.id)?.(data);
      pending.delete(data.id);
    };
    started.onerror = (event) => {
      event.preventDefault();
      if (worker === started) stop();
    };
    return started;
  }

  /** Asks the worker; null when it ended or did not answer in time. */
  async function ask(request: RuleRequest): Promise<RuleAnswer | null> {
    const { promise, resolve } = Promise.withResolvers<RuleAnswer | null>();
    pending.set(request.id, resolve);
    worker ??= start();
    worker.postMessage(request);
    const timer = setTimeout(stop, total + limit + grace);
    const answer = await promise;
    clearTimeout(timer);
    return answer;
  }

  return {
    /** Labels accounts: the first rule that matches the name or the email decides. */
    async label(rules: readonly EnvRule[], accounts: readonly Candidate[]): Promise<Labels> {
      const keyed = rules.map((rule, index) => ({ rule, index, key: keyOf(rule) }));
      const all = keyed.map(({ key }) => key).join("\n");
      if (skipped.all !== all) skipped = { all, keys: new Set() };
      const active = keyed.filter(({ key }) => !switchedOff.has(key) && !skipped.keys.has(key));
      const labels: Label[] = accounts.map(() => ({ env: null, rule: null }));
      let lost = false;
      if (active.length > 0 && accounts.length > 0) {
        const patterns = active.map(({ rule: { matchName, matchEmail, flags } }) => ({
          matchName,
          matchEmail,
          flags,
        }));
        const candidates = accounts.map(({ name, email }) => ({ name, email }));
        const decided = matchSafePatterns(patterns, candidates);
        const answer: RuleAnswer | null = decided
          ? { id: nextId++, decided, off: [], untried: [] }
          : await ask({ id: nextId++, rules: patterns, candidates, limit, total });
        lost = answer === null;
        for (const { rule, off } of answer?.off ?? []) switchedOff.set(active[rule]!.key, off);
        skipped = {
          all,
          keys: new Set([...skipped.keys, ...(answer?.untried ?? []).map((rule) => active[rule]!.key)]),
        };
        for (const [account, decided] of answer?.decided.entries() ?? []) {
          if (decided < 0) continue;
          const { rule, index } = active[decided]!;
          labels[account] = { env: rule.env, rule: index };
        }
      }
      const diagnostics = keyed.flatMap(({ rule, index, key }) => {
        const off = switchedOff.get(key);
        return off ? [diagnosticOf(rule, index, off, limit)] : [];
      });
      const untried = keyed.filter(({ key }) => skipped.keys.has(key)).map(({ index }) => index);
      if (untried.length > 0) diagnostics.push(notTried(untried));
      return { labels, diagnostics: lost ? [...diagnostics, LOST] : diagnostics };
    },
    /** Ends the worker. Pending calls return no labels. */
    close: stop,
  };
}

const LOST: Diagnostic = {
  severity: "error",
  code: "rules-not-evaluated",
  path: ["envRules"],
  message: "The environment rules could not be evaluated",
  hint: "Kedge tries again with the next change",
};

/** Code of the diagnostic when no labels could be determined this time. */
export const NOT_EVALUATED = LOST.code;

function notTried(rules: readonly number[]): Diagnostic {
  return {
    severity: "error",
    code: "rules-not-tried",
    path: ["envRules", rules[0]!],
    message: rules.length === 1
      ? "This rule was not tried, because others took too long"
      : `This rule and ${rules.length - 1} more were not tried, because others took too long`,
    hint: "Fix the rules that are switched off first",
  };
}

function keyOf({ matchName, matchEmail, flags }: EnvRule): string {
  return JSON.stringify([matchName, matchEmail, flags]);
}

function diagnosticOf(rule: EnvRule, index: number, off: Off, limit: number): Diagnostic {
  const patterns = [rule.matchName, rule.matchEmail].filter((pattern) => pattern !== undefined);
  const shown = patterns.map((pattern) => JSON.stringify(pattern.slice(0, 60))).join(" and ");
  const slow = off.why === "timeout";
  return {
    severity: "error",
    code: slow ? "rule-too-slow" : "rule-failed",
    path: ["envRules", index],
    message: `The rule for ${rule.env} (${shown}) is switched off: ` +
      (slow ? `it took more than ${limit} ms` : off.reason),
    hint: slow
      ? "A repetition inside a repetition, like (a+)+, is the usual reason"
      : "Write a simpler pattern",
  };
}
