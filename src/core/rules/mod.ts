/** Environment rules, evaluated off the main thread under a time limit. */
export { createRuleEvaluator, type Label, type Labels, RULE_LIMIT, type RuleEvaluator } from "./evaluator.ts";
