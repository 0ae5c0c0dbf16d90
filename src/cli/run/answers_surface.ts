import type { RunSurface } from "../../core/actions/mod.ts";
import { joinChoices } from "../../core/actions/frames/choices.ts";
import {
  checkField,
  checkForm,
  finalAnswer,
  forAuthor,
  initialAnswer,
} from "../../core/actions/frames/validate.ts";
import { patternMatcher } from "../../core/actions/frames/pattern.ts";
import { readBounded } from "../../core/bytes.ts";
import { ownProperty } from "../../core/own_property.ts";
import { parseJson } from "../../core/json/mod.ts";
import type { InputField } from "../../core/state/state.ts";
import { positions } from "../../core/text/position.ts";
import { systemReason } from "../../core/files/reason.ts";

/** Maximum bytes of an answers file. */
const LIMIT = 16 * 1024 * 1024;

/** Reads an answers file, which is a JSON array. Returns a message for the user when it is invalid. */
export async function readAnswers(file: string): Promise<unknown[] | { error: string }> {
  let read: Uint8Array | null;
  try {
    // A pipe, such as the one that a shell creates for `<(…)`, has no size. The stream closes the file.
    read = await readBounded((await Deno.open(file)).readable, LIMIT);
  } catch (error) {
    const missing = error instanceof Deno.errors.NotFound;
    return { error: missing ? `${file} does not exist` : `${file} cannot be read: ${systemReason(error)}` };
  }
  if (read === null) return { error: `${file} is over 16 MB` };
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(read);
  } catch {
    return { error: `${file} is not UTF-8` };
  }
  try {
    const answers: unknown = JSON.parse(text);
    return Array.isArray(answers) ? answers : { error: `${file} is not a JSON array` };
  } catch {
    return { error: `${file} is not JSON${positionOfFault(text)}` };
  }
}

/**
 * Returns the position where a text stops being JSON. V8's own message would quote the text, and answers may
 * be secrets.
 */
function positionOfFault(text: string): string {
  const [fault] = parseJson(text, { relaxed: false }).problems;
  if (!fault) return "";
  const { line, column } = positions(text)(fault.offset);
  return `: line ${line}, column ${column}`;
}

/** The dialogs of a run, answered in order from a list. The answer `null` cancels a dialog. */
type Answering = Pick<RunSurface, "confirm" | "ask" | "form">;

/**
 * Answers dialogs from a list. A dialog without an answer, and an answer that does not fit its dialog, end
 * the run through `fail`.
 */
export function answering(answers: readonly unknown[] | null, fail: (reason: string) => void): Answering {
  let next = 0;

  function take<T>(kind: string, label: string, read: (answer: unknown) => T | string[]): Promise<T | null> {
    const what = `${kind}${label ? ` "${label.slice(0, 100)}"` : ""}`;
    if (!answers) return refuse(`the ${what} needs an answer: give --answers FILE`);
    if (next >= answers.length) {
      return refuse(`the ${what} has no answer left (${answers.length} given)`);
    }
    const answer = answers[next++];
    if (answer === null) return Promise.resolve(null);
    const result = read(answer);
    if (Array.isArray(result)) return refuse(`answer ${next} does not fit the ${what}: ${result[0]}`);
    return Promise.resolve(result);
  }
  function refuse(reason: string): Promise<never> {
    fail(reason);
    return Promise.reject(new Error(reason));
  }

  return {
    confirm: (message) =>
      take(
        "confirm",
        message,
        (answer) => typeof answer === "boolean" ? answer : ["it must be true or false"],
      ),
    ask: (title, field) =>
      take<string>("ask", field.label || title, (answer) => {
        const value = typeof answer === "number" && field.kind === "number" ? String(answer) : answer;
        if (typeof value !== "string") return ["it must be a string"];
        const wrong = checkField(field, value, patternMatcher());
        return wrong ? [forAuthor(field, wrong)] : finalAnswer(field, value);
      }),
    form: (title, fields) =>
      take<Record<string, string>>("form", title, (answer) => {
        const values = formAnswers(fields, answer);
        if (typeof values === "string") return [values];
        return Object.fromEntries(fields.map((field) => [field.key, finalAnswer(field, values[field.key]!)]));
      }),
  };
}

/**
 * Returns the answers of a form by key, as texts. A field without an answer keeps its initial value. Returns
 * a message that names every wrong field when an answer does not fit.
 */
export function formAnswers(fields: readonly InputField[], answer: unknown): Record<string, string> | string {
  if (typeof answer !== "object" || answer === null || Array.isArray(answer)) {
    return "it must be an object by key";
  }
  const given = new Map(Object.entries(answer));
  const values: Record<string, string> = {};
  const unread: Record<string, string> = {};
  for (const field of fields) {
    const read = given.has(field.key) ? readField(field, given.get(field.key)) : initialAnswer(field);
    if (typeof read === "string") values[field.key] = read;
    else unread[field.key] = read.wrong;
  }
  const misfits = checkForm(
    fields.filter(({ key }) => ownProperty(unread, key) === undefined),
    values,
    patternMatcher(),
  );
  const wrong = fields.flatMap((field) => {
    const one = ownProperty(unread, field.key) ?? ownProperty(misfits, field.key);
    return one === undefined ? [] : [`${field.key}: ${forAuthor(field, one)}`];
  });
  const unknown = [...given.keys()].filter((key) => fields.every((field) => field.key !== key)).sort()
    .map((key) => `the form has no field "${key}"`);
  return [...wrong, ...unknown].join("; ") || values;
}

/** Returns an answer as a text, or why that is impossible. */
function readField(field: InputField, value: unknown): string | { readonly wrong: string } {
  if (typeof value === "string") return value;
  if (typeof value === "boolean" && field.kind === "checkbox") return String(value);
  if (typeof value === "number" && field.kind === "number") return String(value);
  const isList = Array.isArray(value) && value.every((one) => typeof one === "string");
  if (field.kind !== "multiselect" || !isList) return { wrong: "it must be a string" };
  const unknown = value.some((one) => !field.options.some((option) => option.value === one));
  return unknown ? { wrong: "Choose from the options" } : joinChoices(field, value);
}
