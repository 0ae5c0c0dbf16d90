import type { DialogState } from "../../state/state.ts";
import { patternMatcher } from "./pattern.ts";
import { checkField, checkForm } from "./validate.ts";

/**
 * Returns what is wrong with an answer to a dialog of an action, as a sentence for the user; null when the
 * answer is right. The answer has the form that {@link DialogState} names.
 */
export function checkAnswer(dialog: DialogState, answer: unknown): string | null {
  if (answer === null) return null;
  if (dialog.kind === "ask") return checkField(dialog.field, String(answer), patternMatcher());
  if (dialog.kind !== "form") return null;
  const wrong = checkForm(dialog.fields, answer as Record<string, string>, patternMatcher());
  const [first] = Object.entries(wrong);
  if (!first) return null;
  return `${dialog.fields.find(({ key }) => key === first[0])?.label || first[0]}: ${first[1]}`;
}
