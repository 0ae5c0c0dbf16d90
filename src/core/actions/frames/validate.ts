import type { InputField } from "../../state/state.ts";
import { ownProperty } from "../../own_property.ts";
import { joinChoices, splitChoices } from "./choices.ts";

/**
 * The rules for answers, shared by the pages, the terminal and the answers file. This file has few imports so
 * that pages can include it.
 */

/** Tells whether the whole value matches the pattern; null when the pattern is invalid. */
export type Matcher = (pattern: string, value: string) => boolean | null;

const UNEXPECTED_FORM = "Does not have the expected form";

/**
 * Returns the fault of an answer for the author of the action: with the pattern, which the message for a user
 * leaves out.
 */
export function forAuthor(field: InputField, wrong: string): string {
  return wrong === UNEXPECTED_FORM ? `${wrong}: ${field.pattern}` : wrong;
}

/** Maximum characters of one answer. */
const MAX_ANSWER = 1_000_000;

/** Returns the request for a number with the field's bounds: `Enter a number from 1 to 12`. */
function numberWanted({ min, max }: InputField): string {
  const from = min === undefined ? "" : ` from ${min}`;
  const to = max === undefined ? "" : ` ${min === undefined ? "up to" : "to"} ${max}`;
  return `Enter a number${from}${to}`;
}

/**
 * Returns what is wrong with an answer to a field, as a sentence for the user; null when the answer is right.
 * The answer is a text: `true` or `false` for a checkbox, the text of {@link joinChoices} for a multiselect.
 */
export function checkField(field: InputField, answer: string, matches: Matcher): string | null {
  if (answer.length > MAX_ANSWER) return `At most ${MAX_ANSWER} characters`;
  if (field.kind === "checkbox") {
    if (answer !== "true" && answer !== "false") return "Must be true or false";
    return field.required && answer === "false" ? "Must be ticked" : null;
  }
  if (field.kind !== "textarea" && /[\r\n]/.test(answer) && field.kind === "text") {
    return "Must be one line";
  }
  // The value of an option may be blank.
  const choice = field.kind === "select" || field.kind === "radio";
  const empty = choice ? answer === "" : answer.trim() === "";
  if (empty && field.required) return "Required";
  if (answer === "" || (empty && field.kind === "number")) return null;
  if (choice) {
    return field.options.some((option) => option.value === answer) ? null : "Choose one of the options";
  }
  if (field.kind === "multiselect") {
    const chosen = splitChoices(field, answer);
    if (!chosen) return "Choose from the options";
    return checkCount(field, chosen.length, "choice", "Choose");
  }
  if (field.kind === "number") {
    if (!/^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(answer.trim())) return numberWanted(field);
    const number = Number(answer);
    const { min = -Infinity, max = Infinity } = field;
    if (!Number.isFinite(number) || number < min || number > max) return numberWanted(field);
  } else {
    const wrong = checkCount(field, [...answer].length, "character", "Use");
    if (wrong) return wrong;
  }
  if (!field.pattern) return null;
  const fits = matches(field.pattern, field.kind === "number" ? answer.trim() : answer);
  if (fits === null) return "The action's pattern for this field is broken";
  return fits ? null : UNEXPECTED_FORM;
}

function checkCount(field: InputField, count: number, unit: string, verb: string): string | null {
  const counted = (bound: number) => `${bound} ${unit}${bound === 1 ? "" : "s"}`;
  if (field.min !== undefined && count < field.min) return `${verb} at least ${counted(field.min)}`;
  if (field.max !== undefined && count > field.max) return `${verb} at most ${counted(field.max)}`;
  return null;
}

/** Returns what is wrong with the answers to a form, by key; empty when all are right. */
export function checkForm(
  fields: readonly InputField[],
  answers: Readonly<Record<string, string>>,
  matches: Matcher,
): Record<string, string> {
  return Object.fromEntries(fields.flatMap((field) => {
    const problem = checkField(field, answerOf(answers, field.key), matches);
    return problem ? [[field.key, problem]] : [];
  }));
}

/**
 * Returns the answer to a field; empty when there is none. Only own properties count because an action may
 * choose any key, even `constructor`.
 */
export function answerOf(answers: Readonly<Record<string, string>>, key: string): string {
  return ownProperty(answers, key) ?? "";
}

/** Returns the initial value of a field, in the form of an answer. */
export function initialAnswer(field: InputField): string {
  if (field.kind === "checkbox") return field.default === "true" ? "true" : "false";
  if (field.kind === "select" || field.kind === "radio") {
    return field.options.some((option) => option.value === field.default) ? field.default : "";
  }
  if (field.kind === "multiselect") return joinChoices(field, splitChoices(field, field.default) ?? []);
  // A field of one line cannot show a line break, such as the one that ends the output of a command.
  if (field.kind === "text") return field.default.replace(/[\r\n]/g, "");
  return field.default;
}

/** Returns the normalised form of an answer that passed its check. */
export function finalAnswer(field: InputField, answer: string): string {
  if (field.kind === "number") return answer.trim();
  if (field.kind === "multiselect") return joinChoices(field, splitChoices(field, answer) ?? []);
  return answer;
}
