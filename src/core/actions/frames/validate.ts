import type { InputField } from "../../state/state.ts";
import { ownProperty } from "../../own_property.ts";
import { joinChoices, splitChoices } from "./choices.ts";

/**
 * The rules for answers, shared by the pages, the terminal and the answers file. This file depends on
 * little, so that pages can carry it.
 */

/** Tells whether the whole value matches the pattern; null when the pattern is broken. */
export type Matcher = (pattern: string, value: string) => boolean | null;

const UNEXPECTED_FORM = "Does not have the expected form";

/**
 * The fault of an answer for the author of the action: it names the pattern, which the message for a user leaves out.
 */
export function forAuthor(field: InputField, wrong: string): string {
  return wrong === UNEXPECTED_FORM ? `${wrong}: ${field.pattern}` : wrong;
}

/** The most characters one answer may have. */
const MAX_ANSWER = 1_000_000;

/** `Enter a number from 1 to 12`, as far as the field has bounds. */
function numberWanted({ min, max }: InputField): string {
  const from = min === undefined ? "" : ` from ${min}`;
  const to = max === undefined ? "" : ` ${min === undefined ? "up to" : "to"} ${max}`;
  return `Enter a number${from}${to}`;
}

/**
 * What is wrong with an answer to a field, as a sentence for the user; null when nothing is. The answer
 * is in its string form: a checkbox `true` or `false`, a multiselect as {@link joinChoices} has it.
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
  if (answer.trim() === "") return field.required ? "Required" : null;
  if (field.kind === "select" || field.kind === "radio") {
    return field.options.some((option) => option.value === answer) ? null : "Choose one of the options";
  }
  if (field.kind === "multiselect") {
    const chosen = splitChoices(field, answer);
    if (!chosen) return "Choose from the options";
    return checkCount(field, chosen.length, "choices", "Choose");
  }
  if (field.kind === "number") {
    if (!/^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(answer.trim())) return numberWanted(field);
    const number = Number(answer);
    const { min = -Infinity, max = Infinity } = field;
    if (!Number.isFinite(number) || number < min || number > max) return numberWanted(field);
  } else {
    const wrong = checkCount(field, [...answer].length, "characters", "Use");
    if (wrong) return wrong;
  }
  if (!field.pattern) return null;
  const fits = matches(field.pattern, field.kind === "number" ? answer.trim() : answer);
  if (fits === null) return "The action's pattern for this field is broken";
  return fits ? null : UNEXPECTED_FORM;
}

function checkCount(field: InputField, count: number, unit: string, verb: string): string | null {
  if (field.min !== undefined && count < field.min) return `${verb} at least ${field.min} ${unit}`;
  if (field.max !== undefined && count > field.max) return `${verb} at most ${field.max} ${unit}`;
  return null;
}

/** What is wrong with the answers to a form, by key; empty when nothing is. */
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

/** The answer to a field, empty when there is none: actions choose their keys, also `constructor`. */
export function answerOf(answers: Readonly<Record<string, string>>, key: string): string {
  return ownProperty(answers, key) ?? "";
}

/** What a field holds at first, in the form of an answer. */
export function initialAnswer(field: InputField): string {
  if (field.kind === "checkbox") return field.default === "true" ? "true" : "false";
  if (field.kind === "select" || field.kind === "radio") {
    return field.options.some((option) => option.value === field.default) ? field.default : "";
  }
  if (field.kind === "multiselect") return joinChoices(field, splitChoices(field, field.default) ?? []);
  return field.default;
}

/** The settled form of an answer that passed its check. */
export function finalAnswer(field: InputField, answer: string): string {
  if (field.kind === "number") return answer.trim();
  if (field.kind === "multiselect") return joinChoices(field, splitChoices(field, answer) ?? []);
  return answer;
}
