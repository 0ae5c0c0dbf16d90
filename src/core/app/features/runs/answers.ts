import type { AccountAnswer, RunSurface } from "../../../actions/run/surface.ts";
import type { DialogState, InputField } from "../../../state/state.ts";
import type { AnswerCheck } from "../dialogs/dialogs.ts";
import { splitChoices } from "../../../actions/frames/choices.ts";

/** The user's answers in one run, in order, without secrets. */
export interface Answers {
  account?: AccountAnswer;
  readonly given: { readonly question: string; readonly values: Readonly<Record<string, string>> }[];
  /** Whether the user left the last question without an answer. */
  left?: boolean;
}

/** Returns the key of a question: its texts and fields without the choices, which may differ from run to run. */
function questionOf(title: string, fields: readonly InputField[]): string {
  return JSON.stringify([title, fields.map(({ key, kind, label }) => [key, kind, label])]);
}

/** Key of the field in a question with one field. */
const ONE = "";

/**
 * Returns a surface that records the answers in `into`, and gives the answers of an earlier run to the same
 * questions in the same order. The user still answers secrets, new questions, choices that no longer exist,
 * and every confirmation, because a confirmation is about the present moment. `onNoted` is called after each
 * recorded answer.
 */
export function withAnswers(
  surface: RunSurface,
  earlier: Answers | null,
  into: Answers,
  check: AnswerCheck,
  onNoted: () => void,
): RunSurface {
  let next = 0;
  /** Returns the values of the earlier answer to this question; null from the first different question on. */
  function earlierTo(question: string): Readonly<Record<string, string>> | null {
    const one = earlier?.given[next];
    if (one?.question !== question) {
      next = Infinity;
      return null;
    }
    next++;
    return one.values;
  }
  function note(question: string, fields: readonly InputField[], values: Readonly<Record<string, string>>) {
    const secret = new Set(fields.filter(({ kind }) => kind === "secret").map(({ key }) => key));
    into.given.push({
      question,
      values: Object.fromEntries(Object.entries(values).filter(([key]) => !secret.has(key))),
    });
    onNoted();
  }
  /** Returns the fields with the earlier answers as defaults. */
  const filled = (fields: readonly InputField[], values: Readonly<Record<string, string>>) =>
    fields.map((field) =>
      Object.hasOwn(values, field.key) ? { ...field, default: values[field.key]! } : field
    );

  return {
    ...surface,
    async chooseAccount(question, signal) {
      const before = earlier?.account;
      const fits = before &&
        (["account", "role", "region"] as const).every((part) =>
          question[part] === undefined || question[part] === before[part]
        );
      const answer = fits ? { ...before, remember: false } : await surface.chooseAccount(question, signal);
      into.left = answer === null;
      if (answer) {
        into.account = answer;
        onNoted();
      }
      return answer;
    },
    async confirm(message, signal) {
      const yes = await surface.confirm(message, signal);
      into.left = yes === null;
      return yes;
    },
    async ask(title, field, signal) {
      const single = { ...field, key: ONE };
      const question = questionOf(title, [single]);
      const value = earlierTo(question)?.[ONE];
      const known = value !== undefined &&
        check({ kind: "ask", id: "", openedAt: 0, title, field } as DialogState, value) === null;
      const answer = known ? value : await surface.ask(title, field, signal);
      into.left = answer === null;
      if (answer !== null) note(question, [single], { [ONE]: answer });
      return answer;
    },
    async form(title, fields, signal) {
      const question = questionOf(title, fields);
      const values = earlierTo(question);
      const known = values !== null && fields.every(({ key }) => Object.hasOwn(values, key)) &&
        check({ kind: "form", id: "", openedAt: 0, title, fields } as DialogState, values) === null;
      const answer = known
        ? values
        : await surface.form(title, values ? filled(fields, values) : fields, signal);
      into.left = answer === null;
      if (answer !== null) note(question, fields, answer);
      return answer;
    },
  };
}

/** Values from a link, by the keys of fields. */
export type Fields = Readonly<Record<string, string>>;

/**
 * Returns a surface whose forms start with the given values, by the keys of fields. The user still sees and
 * answers each form. Secrets and choices that the form does not offer are not filled in.
 */
export function withFields(surface: RunSurface, fields: Fields): RunSurface {
  if (Object.keys(fields).length === 0) return surface;
  return {
    ...surface,
    form: (title, all, signal) => surface.form(title, all.map((field) => filled(field, fields)), signal),
  };
}

function filled(field: InputField, fields: Fields): InputField {
  if (!Object.hasOwn(fields, field.key)) return field;
  const value = fields[field.key]!;
  return takes(field, value) ? { ...field, default: value } : field;
}

/** Whether a field may start with a value. The answer is checked anyway. */
function takes(field: InputField, value: string): boolean {
  switch (field.kind) {
    case "secret":
      return false;
    case "select":
    case "radio":
      return field.options.some((option) => option.value === value);
    case "multiselect":
      return splitChoices(field, value) !== null;
    case "checkbox":
      return value === "true" || value === "false";
    case "number":
      return /^-?\d+(\.\d+)?$/.test(value);
    case "text":
      return !value.includes("\n");
    case "textarea":
      return true;
  }
}
