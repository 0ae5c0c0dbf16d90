/** Environment rules, evaluated off the main thread under a time limit. */
export { createRuleEvaluator, type Labeller, type RuleEvaluator } from "./evaluator.ts";
