/**
 * Evaluates environment rules. Ending a worker does not stop a regular expression that takes exponential
 * time, so each rule runs under the time limit of node:vm, which does stop it; the worker keeps the main
 * thread free.
 */
import { createContext, Script } from "node:vm";
import {
  type Candidate,
  MARGIN,
  MATCH_LOOP,
  MAX_SLOW,
  type Off,
  type Pattern,
  type RuleAnswer,
  type RuleRequest,
  triedOrder,
  triedTwice,
} from "./match.ts";

const context = createContext({ rule: null, candidates: null, limit: 0 });
const script = new Script(`(${MATCH_LOOP})(rule, candidates, limit)`);

function test(rule: Pattern, candidates: readonly Candidate[], limit: number): readonly number[] | Off {
  try {
    Object.assign(context, { rule, candidates, limit });
    return [...script.runInContext(context, { timeout: limit + MARGIN }) as readonly number[]];
  } catch (error) {
    const { code, message } = error as { code?: string; message?: string };
    if (code === "ERR_SCRIPT_EXECUTION_TIMEOUT") return { why: "timeout" };
    return { why: "failed", reason: message ?? String(error) };
  }
}

function evaluate({ id, rules, candidates, limit, total }: RuleRequest): RuleAnswer {
  const end = performance.now() + total;
  const decided = new Array<number>(candidates.length).fill(-1);
  const off: { rule: number; off: Off }[] = [];
  const untried: number[] = [];
  let slow = 0;
  for (const rule of triedOrder(rules)) {
    // A rule only decides for accounts for which no earlier rule has matched.
    const open = candidates.flatMap((_, i) => decided[i] === -1 || decided[i]! > rule ? [i] : []);
    if (open.length === 0) continue;
    if (slow >= MAX_SLOW || performance.now() > end) {
      untried.push(rule);
      continue;
    }
    const left = open.map((i) => candidates[i]!);
    const run = () => test(rules[rule]!, left, limit);
    // A machine that is busy for a moment delays one rule; when several are slow, the rules are the reason.
    const matches = slow === 0 ? triedTwice(run) : run();
    if (!("why" in matches)) { for (const match of matches) decided[open[match]!] = rule; }
    else {
      off.push({ rule, off: matches });
      if (matches.why === "timeout") slow++;
    }
  }
  return { id, decided, off, untried };
}

addEventListener("message", (event) => {
  postMessage(evaluate((event as MessageEvent<RuleRequest>).data));
});
