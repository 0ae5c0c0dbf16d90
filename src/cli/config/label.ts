import { readConfigFile } from "../../core/config_file/read.ts";
import { inFileOrder } from "../../core/diagnostic.ts";
import { positionRules } from "../../core/config/rule_positions.ts";
import { kedgePaths } from "../../core/paths.ts";
import { createRuleEvaluator } from "../../core/rules/mod.ts";
import type { Args } from "../args.ts";
import { EXIT } from "../exit.ts";
import { colorsFor } from "../colours.ts";
import { report } from "../report.ts";

/**
 * `--label NAME [EMAIL]`: prints the environment that the configured rules give to such an account, as JSON.
 * `rule` is the index of the deciding entry in the file, from 0. A sentence for people goes to standard
 * error.
 */
export async function run({ operands, json }: Args): Promise<number> {
  const [name, email] = operands;
  const file = kedgePaths().config;
  const { status, config, diagnostics, text, refused, ruleIndexes } = readConfigFile(file, {
    ownedByUser: true,
  });
  const evaluator = createRuleEvaluator();
  const result = await evaluator.label(config.envRules, [{ name, email }]);
  evaluator.close();

  const decided = result.labels[0]!;
  const rule = decided.rule === null ? null : ruleIndexes[decided.rule] ?? null;
  const slow = text === null ? result.diagnostics : positionRules(result.diagnostics, ruleIndexes, text);
  const broken = diagnostics.filter(({ path, severity }) =>
    severity === "error" && (path[0] ?? "envRules") === "envRules"
  );
  const found = inFileOrder([...broken, ...slow]);
  if (found.length > 0) {
    console.error(report(found, { file, source: () => text ?? undefined, colors: colorsFor(Deno.stderr) }));
  }
  if (refused) {
    if (json) console.log(JSON.stringify({ ok: false, error: found[0]!.message }));
    return EXIT.usage;
  }
  if (!json) {
    console.error(rule === null ? "No rule matches" : `envRules[${rule}] decides`);
  }
  console.log(JSON.stringify({ env: decided.env, rule }));
  return status === "unreadable" ? EXIT.failed : EXIT.done;
}
