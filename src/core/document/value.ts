import type { Member, Node, ObjectNode } from "../json/node.ts";
import { clip } from "../json/scan.ts";
import { jsonWordOf } from "../json/word.ts";
import { spelled } from "../text/hidden.ts";
import { namesPassword, passwordDots } from "../text/password_dots.ts";
import { suggest } from "../text/suggest.ts";
import type { CheckProblem, DocumentKind, Path } from "./kind.ts";
import type { JsonSchema, ValueProblem } from "./schema.ts";
import { isAccountId, isRegion } from "../text/aws_names.ts";

/** Stands for an unusable value whose problem was reported. */
export const BAD = Symbol("bad");

/** Returns what is wrong with a text under a schema, or null. */
export function textProblem(
  value: string,
  schema: JsonSchema,
  path: Path,
  { codes, formats, text, meant: other }: DocumentKind,
  needed = false,
): ValueProblem | null {
  const where = nameOf(path);
  const problem = text?.(value, where);
  if (problem) return problem;
  // A space is a valid pattern because it finds names of several words.
  if (schema.minLength && (schema.format === "regex" ? value : value.trim()) === "") {
    const stays = needed || schema.vital || (schema.fallback ?? schema.default) !== undefined;
    const hint = stays ? "Write a text" : "Write a text, or remove the key";
    return { code: codes.empty, message: `${where} is empty`, hint };
  }
  if (schema.enum && !schema.enum.includes(value)) {
    const meant = other?.(value, schema) ?? suggest(value, schema.enum);
    const all = schema.enum.map((one) => `"${one}"`).join(", ").replace(/, ([^,]*)$/, " or $1");
    return {
      code: codes.unlisted,
      message: `${where} must be ${all}, not ${written(value)}`,
      hint: meant && `Did you mean "${meant}"?`,
    };
  }
  if (schema.maxLength !== undefined && value.length > schema.maxLength) {
    const message = `${where} is ${value.length} characters long; at most ${schema.maxLength} are allowed`;
    return { code: codes.long, message };
  }
  return schema.format ? formats[schema.format]?.text(value, where) ?? null : null;
}

/** Returns what is wrong with a number under a schema, or null. `shown` is the number as the user wrote it. */
export function numberProblem(value: number, schema: JsonSchema, path: Path, shown = String(value)) {
  const where = nameOf(path);
  if (schema.type === "integer" && Number.isFinite(value) && !Number.isInteger(value)) {
    return { code: "wrong-type", message: `${where} must be a whole number, not ${clip(shown)}` };
  }
  const { minimum = -Infinity, maximum = Infinity } = schema;
  if (value >= minimum && value <= maximum) return null;
  const range = maximum < Number.MAX_SAFE_INTEGER || value > maximum
    ? `from ${minimum} to ${maximum}`
    : `at least ${minimum}`;
  return { code: "out-of-range", message: `${where} must be ${range}, not ${clip(shown)}` };
}

const KINDS = {
  object: "an object { … }",
  array: "a list [ … ]",
  string: "a text",
  integer: "a whole number",
  number: "a number",
  boolean: "true or false",
};

/** Returns the problem of a value with the wrong type. `text` is the text of the document. */
export function typeProblem(
  node: Node,
  schema: JsonSchema,
  path: Path,
  text: string,
  kind: DocumentKind,
  needed: boolean,
): ValueProblem {
  const secret = namesPassword(path.at(-1));
  const shown = secret ? "•••" : text.slice(node.start, node.end);
  const where = path.length === 0 ? kind.name : nameOf(path);
  const number = node.kind === "number" && schema.format ? kind.formats[schema.format]?.number : undefined;
  if (number) return number(shown, where);
  const found = {
    object: "an object",
    array: "a list",
    string: `the text ${secret ? shown : written(node.kind === "string" ? node.value : "")}`,
    number: `the number ${clip(shown)}`,
    boolean: shown,
    null: "null",
    invalid: "nothing",
  }[node.kind];
  return {
    code: "wrong-type",
    message: `${where} must be ${KINDS[schema.type ?? "object"]}, not ${found}`,
    hint: node.kind === "null" ? nullHint(schema, path, needed) : typeHint(node, schema, shown),
  };
}

function nullHint(schema: JsonSchema, path: Path, needed: boolean): string | undefined {
  if (!needed) return path.length === 0 ? undefined : "Remove the key to use its default";
  return typeof path.at(-1) === "number" ? "Remove it" : exampleHint(schema, path);
}

/** Returns an example of a valid value. */
export function exampleHint({ examples }: JsonSchema, path: Path): string | undefined {
  return examples?.length ? `For example "${path.at(-1)}": ${JSON.stringify(examples[0])}` : undefined;
}

function typeHint(node: Node, schema: JsonSchema, shown: string): string | undefined {
  if (node.kind === "string") {
    const value = node.value.trim().toLowerCase();
    if (schema.type === "boolean" && (value === "true" || value === "false")) {
      return `Remove the quotes: ${value}`;
    }
    const word = schema.type === "boolean" ? jsonWordOf(value) : undefined;
    if (word === "true" || word === "false") return `Write ${word}`;
    if (schema.type === "integer" && /^-?[0-9]{1,15}$/.test(value)) return `Remove the quotes: ${value}`;
  }
  if (schema.type === "string" && (node.kind === "number" || node.kind === "boolean")) {
    return `Put it in quotes: "${clip(shown)}"`;
  }
  if (schema.type === "boolean" && node.kind === "number") {
    return node.value === 0 ? "Write false" : "Write true";
  }
  if (schema.type === "array" && schema.items) {
    const fits = node.kind === "object" ? mayBe(node, schema.items) : node.kind === schema.items.type;
    return fits ? "Put [ and ] around it" : entryHint(schema.items, "[", "]");
  }
  return schema.type === "object" ? entryHint(schema) : undefined;
}

/**
 * Returns whether an object has a field of a schema, so that it may be an entry instead of a list written as
 * an object.
 */
function mayBe(node: ObjectNode, { properties }: JsonSchema): boolean {
  return properties !== undefined &&
    (node.members.length === 0 || node.members.some(({ key }) => Object.hasOwn(properties, key)));
}

/** Returns an example of an object with its required fields. */
function entryHint(schema: JsonSchema, before = "", after = ""): string | undefined {
  const { properties = {}, required = [], examples } = schema;
  if (examples?.length) return `For example ${before}${JSON.stringify(examples[0])}${after}`;
  const fields = required.flatMap((key) => {
    const example = properties[key]?.examples?.[0];
    return example === undefined ? [] : [`"${key}":${JSON.stringify(example)}`];
  });
  return fields.length > 0 && fields.length === required.length
    ? `For example ${before}{${fields.join(",")}}${after}`
    : undefined;
}

/** Returns the last steps of a path for the user: `accounts[2].region`. */
export function nameOf(path: Path): string {
  let text = "";
  for (const step of path) text += typeof step === "number" ? `[${step}]` : text ? `.${step}` : step;
  return `\`${text.length > 80 ? "…" + text.slice(-79) : text}\``;
}

/** Returns a text as JSON writes it, short enough for a message. */
export function written(value: string): string {
  return clip(spelled(passwordDots(JSON.stringify(value))));
}

/** Returns the problem of a key that an object contains twice. */
export function duplicate({ key, keyStart }: Member, path: Path): CheckProblem {
  return {
    severity: "error",
    code: "duplicate-key",
    path: [...path, key],
    offset: keyStart,
    message: `${nameOf([key])} is set twice; this one counts`,
    hint: "Remove one of them",
  };
}

/** Why a text is not valid in a field. */
interface Fault {
  readonly message: string;
  readonly hint?: string;
}

/** Returns what is wrong with an AWS account id, or null; `where` is its name in backquotes. */
export function accountIdFault(value: string, where: string): Fault | null {
  if (isAccountId(value)) return null;
  const digits = value.replace(/[\s-]/g, "");
  return {
    message: `${where} must be 12 digits, not ${written(value)}`,
    hint: isAccountId(digits)
      ? `Write "${digits}"`
      : /^[0-9]+$/.test(digits)
      ? `It has ${digits.length} ${digits.length === 1 ? "digit" : "digits"}`
      : undefined,
  };
}

/** Returns why a text does not look like an AWS region, or null. */
export function regionFault(value: string, where: string): Fault | null {
  if (isRegion(value)) return null;
  const guess = value.trim().toLowerCase().replace(/[\s_]+/g, "-")
    .replace(/^([a-z]{2})-?([a-z]+)-?([0-9])$/, "$1-$2-$3");
  return {
    message: `${where} ${written(value)} does not look like an AWS region`,
    hint: isRegion(guess) ? `Did you mean "${guess}"?` : "Regions look like eu-central-1",
  };
}
