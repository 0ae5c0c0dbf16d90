import { type Field, fieldProblem, fieldsOf, schemaAt } from "../../../core/config/fields.ts";
import type { Json } from "../../../core/json/node.ts";
import type { InputField } from "../../../core/state/state.ts";
import { plainSentence } from "./sections.ts";
import { inputField } from "../../system/field.tsx";
import type { Entry } from "../../text/document.ts";

/** A value as the text of its control. A list of texts is joined by commas. */
export function textOf(value: Json | undefined): string {
  if (value === undefined || value === null) return "";
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return value.map((item: Json) => textOf(item)).join(", ");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** What a text means for a field; undefined when it means that the key is left out. */
export function valueOf(text: string, { schema, required }: Field): Json | undefined {
  switch (schema.type) {
    case "boolean":
      return text === "true";
    case "integer": {
      const trimmed = text.trim();
      if (trimmed === "") return undefined;
      const number = Number(trimmed);
      return Number.isFinite(number) ? number : trimmed;
    }
    case "array":
      return text.split(/[,\n]/).map((item) => item.trim()).filter((item) => item !== "");
    default:
      // An empty text is a value where the schema allows it, as for the shortcut and for flags.
      return text === "" && schema.minLength && !required ? undefined : text;
  }
}

/** What is wrong with a text, in a sentence; undefined when nothing is. */
export function textProblem(
  text: string,
  field: Field,
  path: readonly (string | number)[],
): string | undefined {
  if (field.required && text.trim() === "") return "This is needed.";
  const value = valueOf(text, field);
  if (value === undefined) return undefined;
  if (field.schema.type === "integer" && typeof value === "string") return "Write a whole number.";
  const problem = fieldProblem(path, value);
  return problem ? plainSentence(problem.message, problem.hint) : undefined;
}

/** The control of a field of the schema. */
export function controlOf(field: Field): InputField {
  const { key, title, description, schema, required } = field;
  const standard = field.default === undefined ? "" : textOf(field.default);
  const kind = schema.enum
    ? "select"
    : schema.type === "boolean"
    ? "checkbox"
    : schema.type === "integer"
    ? "number"
    : "text";
  const example = textOf(schema.examples?.[0]);
  return inputField({
    key,
    kind,
    label: title,
    help: description,
    required,
    placeholder: schema.enum ? "" : standard || (example && `for example ${example}`),
    options: schema.enum?.map((value) => ({ label: value, value })) ?? [],
    ...(schema.minimum !== undefined && { min: schema.minimum }),
    ...(schema.maximum !== undefined && { max: schema.maximum }),
  });
}

/** The texts of one entry's form, and of the entries in its own lists. */
export interface Draft {
  readonly texts: Readonly<Record<string, string>>;
  readonly lists: Readonly<Record<string, readonly Draft[]>>;
  /** What the file says: keys that Kedge does not know stay. */
  readonly origin: Entry;
}

/** The fields of the entries of a list: those that are one value, and those that are lists of objects. */
export function entryFields(
  path: readonly (string | number)[],
): { readonly single: readonly Field[]; readonly lists: readonly Field[] } {
  const fields = fieldsOf(schemaAt([...path, 0]) ?? {});
  const isList = ({ schema }: Field) => schema.items?.type === "object";
  return { single: fields.filter((field) => !isList(field)), lists: fields.filter(isList) };
}

/** The form of an entry as the file has it; of nothing for a new one. */
export function draftOf(entry: Entry, path: readonly (string | number)[]): Draft {
  const { single, lists } = entryFields(path);
  return {
    origin: entry,
    texts: Object.fromEntries(
      single.map(({ key, default: standard }) => [key, textOf(entry[key] ?? standard)]),
    ),
    lists: Object.fromEntries(lists.map(({ key }) => {
      const items = entry[key];
      const objects = Array.isArray(items) ? items : [];
      return [key, objects.map((item: Json) => draftOf(isEntry(item) ? item : {}, [...path, 0, key]))];
    })),
  };
}

/** The entry that a form means: its fields over what the file says, defaults left out where they were. */
export function entryOf(draft: Draft, path: readonly (string | number)[]): Entry {
  const { single, lists } = entryFields(path);
  const entry: Record<string, Json> = { ...draft.origin };
  for (const field of single) {
    const text = draft.texts[field.key] ?? "";
    const value = valueOf(text, field);
    const standard = field.default !== undefined && textOf(field.default) === text &&
      !(field.key in draft.origin);
    if (value === undefined || standard) delete entry[field.key];
    else if (textOf(draft.origin[field.key]) !== text || draft.origin[field.key] === undefined) {
      entry[field.key] = value;
    }
  }
  for (const { key } of lists) {
    const items = (draft.lists[key] ?? []).map((item) => entryOf(item, [...path, 0, key]));
    if (items.length > 0 || key in draft.origin) entry[key] = items;
  }
  return entry;
}

/** What keeps a form from being saved: sentences by path, as `secrets.0.label`. */
export function draftProblems(draft: Draft, path: readonly (string | number)[]): Record<string, string> {
  const { single, lists } = entryFields(path);
  const problems: Record<string, string> = {};
  for (const field of single) {
    const problem = textProblem(draft.texts[field.key] ?? "", field, [...path, 0, field.key]);
    if (problem) problems[field.key] = problem;
  }
  for (const { key } of lists) {
    for (const [index, item] of (draft.lists[key] ?? []).entries()) {
      for (const [inner, problem] of Object.entries(draftProblems(item, [...path, 0, key]))) {
        problems[`${key}.${index}.${inner}`] = problem;
      }
    }
  }
  if (path[0] === "envRules" && !draft.texts.matchName && !draft.texts.matchEmail) {
    problems.matchName = "Write a pattern for the name or for the email.";
  }
  // The specification's §2.3: without one mysql would connect to none, which its form does not offer.
  if (path[0] === "servers" && draft.texts.engine === "mysql" && !draft.texts.database) {
    problems.database = "MySQL needs a database.";
  }
  return problems;
}

function isEntry(value: Json): value is Entry {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
