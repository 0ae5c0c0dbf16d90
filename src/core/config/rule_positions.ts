import type { Diagnostic } from "../diagnostic.ts";
import { nodeAt } from "../json/node.ts";
import { parseJson } from "../json/parse.ts";
import { positions } from "../text/position.ts";

/**
 * Gives diagnostics about valid rules the index and position of the rule in the file, because valid rules are
 * counted without the invalid ones. `ruleIndexes` comes from `parseConfig`.
 */
export function positionRules(
  diagnostics: readonly Diagnostic[],
  ruleIndexes: readonly number[],
  text: string,
): Diagnostic[] {
  if (diagnostics.length === 0) return [];
  const { root } = parseJson(text);
  const mark = text.startsWith("\ufeff") ? 1 : 0;
  const position = positions(text.slice(mark));
  return diagnostics.map((diagnostic) => {
    const [list, index, ...rest] = diagnostic.path;
    if (list !== "envRules" || typeof index !== "number") return diagnostic;
    const path = [list, ruleIndexes[index] ?? index, ...rest];
    const node = root && nodeAt(root, path);
    return { ...diagnostic, path, ...(node ? position(node.start - mark) : {}) };
  });
}
