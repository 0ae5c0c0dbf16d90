import { type ConfigField, fieldsOf, schemaAt } from "../../../core/config/fields.ts";
import { fullAddress } from "../../../core/config/address.ts";
import type { Path } from "../../../core/document/kind.ts";
import type { Json } from "../../../core/json/node.ts";
import type { InputField } from "../../../core/state/state.ts";
import { engineFacts, ENGINES } from "../../../core/sql/engines/mod.ts";
import { inputField } from "../../system/controls/props.ts";
import { asEntry, type ListEntry, typedText } from "../../../core/config/document.ts";
import { valueProblem } from "./sentences.ts";

/** Returns the value of a field's text; undefined when the key must be left out. */
export function typedValue(
  text: string,
  { key, schema, required, default: standard }: ConfigField,
): Json | undefined {
  // The AWS console groups the digits of an account ID, and so do users.
  if (key === "accountId" && /^[\d\s-]+$/.test(text)) text = text.replace(/[\s-]/g, "");
  switch (schema.type) {
    case "boolean":
      return text === "" && !required && standard === undefined ? undefined : text === "true";
    case "integer": {
      const trimmed = text.trim();
      if (trimmed === "") return undefined;
      const number = Number(trimmed);
      return Number.isFinite(number) ? number : trimmed;
    }
    case "array":
      return text.split(/[,\n]/).map((item) => item.trim()).filter((item) => item !== "");
    default: {
      // In a pattern every character counts, even spaces.
      const meant = schema.format?.startsWith("regex")
        ? text
        : schema.format === "web-address"
        ? fullAddress(text)
        : text.trim();
      // An empty text is a value where the schema allows it, as for the shortcut and for flags.
      return meant === "" && schema.minLength && !required ? undefined : meant;
    }
  }
}

/** Returns the problem of a text as a sentence; undefined when there is none. */
export function typedProblem(text: string, field: ConfigField, path: Path): string | undefined {
  if (field.required && text.trim() === "") return "Required.";
  const value = typedValue(text, field);
  if (value === undefined) return undefined;
  if (field.schema.type === "integer" && typeof value === "string") return "Write a whole number.";
  return valueProblem(path, value);
}

/** Returns the control for a field of the schema. */
export function controlOf(field: ConfigField): InputField {
  const { key, title, description, schema, required } = field;
  const standard = field.default === undefined ? "" : typedText(field.default);
  const kind = schema.enum
    ? "select"
    : schema.type === "boolean"
    ? "checkbox"
    : schema.type === "integer"
    ? "number"
    : "text";
  const example = typedText(schema.examples?.[0]);
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

/** The texts of an entry's form, and the drafts of its nested lists. */
export interface Draft {
  readonly texts: Readonly<Record<string, string>>;
  readonly lists: Readonly<Record<string, readonly Draft[]>>;
  /** The entry in the file, because keys that Kedge does not know must be kept. */
  readonly origin: ListEntry;
}

/** Returns the fields of the entries of a list: those with a single value, and those that are lists of objects. */
export function entryFields(
  path: Path,
): { readonly single: readonly ConfigField[]; readonly lists: readonly ConfigField[] } {
  const fields = fieldsOf(schemaAt([...path, 0]) ?? {});
  const isList = ({ schema }: ConfigField) => schema.items?.type === "object";
  // Forms do not edit objects; the file keeps them.
  const isSingle = (field: ConfigField) => !isList(field) && field.schema.type !== "object";
  return { single: fields.filter(isSingle), lists: fields.filter(isList) };
}

/** Returns the draft of an entry in the file. In a new, empty entry a required choice starts with its first option. */
export function draftOf(entry: ListEntry, path: Path): Draft {
  const { single, lists } = entryFields(path);
  const first = ({ required, schema }: ConfigField) => required ? schema.enum?.[0] : undefined;
  return {
    origin: entry,
    texts: Object.fromEntries(
      single.map((field) => [field.key, typedText(entry[field.key] ?? field.default ?? first(field))]),
    ),
    lists: Object.fromEntries(lists.map(({ key }) => {
      const items = entry[key];
      const objects = Array.isArray(items) ? items : [];
      return [key, objects.map((item: Json) => draftOf(asEntry(item), [...path, 0, key]))];
    })),
  };
}

/** Returns the control for a field of an entry. Placeholders and defaults of a server follow its engine. */
export function entryControl(field: ConfigField, draft: Pick<Draft, "texts" | "origin">): InputField {
  const { texts } = draft;
  const control = controlOf(field);
  const facts = engineFacts(texts.engine);
  switch (field.key) {
    case "engine": {
      // A workgroup of Athena is found through an account and not through a host, so it cannot be added here.
      const offered = control.options.filter(({ value }) => value !== "athena" || texts.engine === value);
      const choiceOf = (engine: string) => ENGINES[engine as keyof typeof ENGINES].choice;
      return { ...control, options: offered.map(({ value }) => ({ value, label: choiceOf(value) })) };
    }
    case "port":
      return { ...control, required: false, placeholder: String(facts?.port ?? "") };
    case "database":
      return { ...control, placeholder: facts?.database ?? "", required: needsDatabase(draft) };
    case "flags":
      return { ...control, placeholder: `none (${typedText(field.default)} ignores case)` };
    default:
      return control;
  }
}

/**
 * Whether a server must name a database. Without one MySQL connects to none: the form does not offer that, but
 * leaves a server that is so in the file.
 */
function needsDatabase({ texts, origin }: Pick<Draft, "texts" | "origin">): boolean {
  const hasNone = origin.engine === texts.engine && !origin.database;
  return engineFacts(texts.engine)?.database === null && !hasNone;
}

/** Fields of a server that few users need: certificates and authorities. */
const RARE: ReadonlySet<string> = new Set([
  "tlsVerify",
  "caFile",
  "certFile",
  "keyFile",
  "allowCleartextPassword",
  "serverPublicKeyFile",
]);

/**
 * Returns the fields to show at once, and the rare ones to show behind "More". Rare fields that cannot matter
 * for the current input are left out.
 */
export function partedFields(
  list: string,
  fields: readonly ConfigField[],
  texts: Draft["texts"],
): { readonly front: readonly ConfigField[]; readonly rare: readonly ConfigField[] } {
  if (list !== "servers") return { front: fields, rare: [] };
  const tls = texts.tls === "true";
  const matters = ({ key }: ConfigField) => {
    // A setting with a value must be visible, so that it can be removed.
    if (!["", "false", undefined].includes(texts[key])) return true;
    if (key === "serverPublicKeyFile") return !tls && texts.engine === "mysql";
    return (key === "allowCleartextPassword") !== tls;
  };
  return {
    front: fields.filter(({ key }) => !RARE.has(key)),
    rare: fields.filter((field) => RARE.has(field.key) && matters(field)),
  };
}

/** Returns the text of a field; an empty port is the engine's default port. */
function effectiveText(key: string, texts: Draft["texts"]): string {
  const text = texts[key] ?? "";
  return key === "port" && text.trim() === "" ? String(engineFacts(texts.engine)?.port ?? "") : text;
}

/** Whether a value of the file's type is right; of a list, whether each item is a text that is. */
function isRight(path: Path, written: Json): boolean {
  if (!Array.isArray(written)) return valueProblem(path, written) === undefined;
  return written.every((item, i) =>
    typeof item === "string" && valueProblem([...path, i], item) === undefined
  );
}

/**
 * Returns the entry of a draft: its values over those of the file. Default
 * values that were not in the file are left out.
 */
export function entryOf(draft: Draft, path: Path): ListEntry {
  const { single, lists } = entryFields(path);
  const entry: Record<string, Json> = { ...draft.origin };
  for (const field of single) {
    const text = effectiveText(field.key, draft.texts);
    const value = typedValue(text, field);
    const fallback = field.default === undefined && field.schema.type === "boolean" ? "false" : undefined;
    const usual = field.default === undefined ? fallback : typedText(field.default);
    const standard = usual === text && !(field.key in draft.origin);
    const written = draft.origin[field.key];
    // A switch is never guessed, because that could turn TLS off: it stays wrong until the user presses it.
    const unclear = field.schema.type === "boolean" && written !== undefined && written !== null &&
      typedText(written) === text && !["true", "false"].includes(text);
    if (unclear) continue;
    // A value that is wrong in the file, such as a number in quotes, may have the text of a right one.
    const stays = written !== undefined && typedText(written) === text && typeof written === typeof value &&
      isRight([...path, 0, field.key], written);
    if (value === undefined || standard) delete entry[field.key];
    else if (!stays) entry[field.key] = value;
  }
  for (const { key } of lists) {
    const items = (draft.lists[key] ?? []).map((item) => entryOf(item, [...path, 0, key]));
    // A value that is no list stays as it is, because the form does not show it.
    if (items.length > 0 || Array.isArray(draft.origin[key])) entry[key] = items;
  }
  return entry;
}

/**
 * Returns the problems that keep a form from being saved, as sentences by path, for example
 * `secrets.0.label`. `taken`: whether another entry has the same name.
 */
export function draftProblems(draft: Draft, path: Path, taken = false): Record<string, string> {
  const { single, lists } = entryFields(path);
  const problems: Record<string, string> = {};
  for (const field of single) {
    const problem = typedProblem(effectiveText(field.key, draft.texts), field, [...path, 0, field.key]);
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
  if (path[0] === "servers" && needsDatabase(draft) && !draft.texts.database?.trim()) {
    problems.database = "MySQL needs a database.";
  }
  if (taken) {
    const [key, one] = path[0] === "servers" ? ["name", "a server"] : ["accountId", "an account"];
    problems[key!] = `There is ${one} “${draft.texts[key!]?.trim()}” already.`;
  }
  return problems;
}
