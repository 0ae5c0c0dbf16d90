/**
 * Evaluates environment rules. Ending a worker does not stop a regular expression that runs away, so
 * each rule runs under the time limit of node:vm, which does; the worker keeps the main thread free.
 */
import { createContext, Script } from "node:vm";
import {
  type Candidate,
  MARGIN,
  MATCH_LOOP,
  type Off,
  type Pattern,
  type RuleAnswer,
  type RuleRequest,
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

function evaluate({ id, rules, candidates, limit }: RuleRequest): RuleAnswer {
  const decided = new Array<number>(candidates.length).fill(-1);
  const off: { rule: number; off: Off }[] = [];
  let open = candidates.map((_, i) => i);
  for (let rule = 0; rule < rules.length && open.length > 0; rule++) {
    const matches = test(rules[rule]!, open.map((i) => candidates[i]!), limit);
    if ("why" in matches) {
      off.push({ rule, off: matches });
      continue;
    }
    if (matches.length === 0) continue;
    for (const match of matches) decided[open[match]!] = rule;
    open = open.filter((i) => decided[i] === -1);
  }
  return { id, decided, off };
}

addEventListener("message", (event) => {
  postMessage(evaluate((event as MessageEvent<RuleRequest>).data));
});
