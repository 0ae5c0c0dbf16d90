import type { ArrayNode, Json, Node, ObjectNode } from "./node.ts";
import { clip } from "./scan.ts";
import type { Formats, JsonSchema } from "./schema.ts";
import { suggest } from "../text/suggest.ts";

/** The path of a value: keys and indexes from the root. */
export type Path = readonly (string | number)[];

/** A problem of one value, at an offset of the text. */
export interface CheckProblem {
  readonly severity: "error" | "warning";
  readonly code: string;
  readonly path: Path;
  readonly offset: number;
  readonly message: string;
  readonly hint?: string;
}

/** What a check needs to know and where it reports. */
export interface CheckContext {
  readonly text: string;
  readonly formats: Formats;
  /** False leaves unknown keys unmentioned, for a file written by a newer Kedge. */
  readonly unknownKeys: boolean;
  report(problem: CheckProblem): void;
  /** So much was reported that nobody reads more: what only explains can be left out. */
  full(): boolean;
  /** Checks what the fields of one object say together; false leaves the object out. */
  object?(value: Readonly<Record<string, Json>>, node: ObjectNode, path: Path): boolean;
}

/** A value that cannot be used; its problem has been reported. */
export const BAD = Symbol("bad");

/**
 * Checks a tree against a schema and returns the value in force: defaults filled in, bad values
 * replaced by their default, bad list entries left out, unknown keys dropped.
 */
export function check(node: Node, schema: JsonSchema, path: Path, context: CheckContext): Json | typeof BAD {
  switch (schema.type) {
    case "object":
      return node.kind === "object"
        ? checkObject(node, schema, path, context)
        : wrongType(node, schema, path, context);
    case "array":
      return node.kind === "array"
        ? checkArray(node, schema, path, context)
        : wrongType(node, schema, path, context);
    case "string":
      return node.kind === "string"
        ? checkString(node.value, node.start, schema, path, context)
        : wrongType(node, schema, path, context);
    case "boolean":
      return node.kind === "boolean" ? node.value : wrongType(node, schema, path, context);
    default:
      return checkNumber(node, schema, path, context);
  }
}

function checkArray(node: ArrayNode, schema: JsonSchema, path: Path, context: CheckContext): Json {
  const { items = {}, maxItems = Infinity } = schema;
  const extra = node.items[maxItems];
  if (extra) {
    context.report({
      severity: "error",
      code: "too-many-entries",
      path: [...path, maxItems],
      offset: extra.start,
      message: `${name(path)} has ${node.items.length} entries; the first ${maxItems} count`,
    });
  }
  const result: Json[] = [];
  for (const [index, item] of node.items.entries()) {
    if (index >= maxItems) break;
    const value = check(item, items, [...path, index], context);
    if (value !== BAD) result.push(value);
  }
  return result;
}

function checkObject(
  node: ObjectNode,
  schema: JsonSchema,
  path: Path,
  context: CheckContext,
): Json | typeof BAD {
  const properties = schema.properties ?? {};
  const required = schema.required ?? [];
  const members = new Map<string, ObjectNode["members"][number]>();
  const unknown: ObjectNode["members"][number][] = [];
  for (const member of node.members) {
    if (members.has(member.key)) {
      if (!context.full()) {
        context.report({
          severity: "error",
          code: "duplicate-key",
          path: [...path, member.key],
          offset: member.keyStart,
          message: `${name([member.key])} is set twice; this one counts`,
          hint: "Remove one of them",
        });
      }
    } else if (!Object.hasOwn(properties, member.key)) unknown.push(member);
    members.set(member.key, member);
  }

  const explained = new Set<string>();
  for (const member of unknown) {
    if (context.full()) break;
    const free = Object.keys(properties).filter((key) => !members.has(key));
    const meant = suggest(member.key, free);
    const lacking = meant !== undefined && required.includes(meant) && !explained.has(meant);
    if (meant !== undefined) explained.add(meant);
    if (!context.unknownKeys && !lacking) continue;
    context.report({
      severity: lacking ? "error" : "warning",
      code: "unknown-key",
      path: [...path, member.key],
      offset: member.keyStart,
      message: lacking
        ? `${name([member.key])} is no field of ${what(schema)}, and \`${meant}\` is missing`
        : `${name([member.key])} is no field of ${what(schema)}; it has no effect`,
      hint: meant ? `did you mean \`${meant}\`?` : fieldsHint(schema),
    });
  }

  let usable = true;
  const result: Record<string, Json> = {};
  for (const [key, property] of Object.entries(properties)) {
    const member = members.get(key);
    const value = member ? check(member.value, property, [...path, key], context) : undefined;
    if (value !== undefined && value !== BAD) result[key] = value;
    else if (required.includes(key) || (value === BAD && property.vital)) {
      usable = false;
      if (value === BAD || node.broken || explained.has(key)) continue;
      context.report({
        severity: "error",
        code: "missing-key",
        path: [...path, key],
        offset: node.start,
        message: `\`${key}\` is missing: ${what(schema)} needs it`,
        hint: property.examples?.length
          ? `for example "${key}": ${JSON.stringify(property.examples[0])}`
          : undefined,
      });
    } else if (property.default !== undefined) result[key] = property.default;
  }
  return usable && context.object?.(result, node, path) !== false ? result : BAD;
}

function checkString(value: string, offset: number, schema: JsonSchema, path: Path, context: CheckContext) {
  const problem = stringProblem(value, schema, path, context.formats);
  if (!problem) return value;
  context.report({ severity: "error", path, offset, ...problem });
  return problem.severity === "warning" ? value : BAD;
}

/** What is wrong with a text under a schema, or null. */
export function stringProblem(value: string, schema: JsonSchema, path: Path, formats: Formats) {
  const where = name(path);
  if (!value.isWellFormed() || /\p{Cc}/u.test(value)) {
    const message = `${where} holds a control character or half of a character`;
    return { code: "invalid-text", message, hint: "Remove it" };
  }
  if (schema.minLength && value.trim() === "") {
    const hint = schema.vital || schema.default !== undefined
      ? "Write a text"
      : "Write a text, or remove the key";
    return { code: "empty-text", message: `${where} is empty`, hint };
  }
  if (schema.enum && !schema.enum.includes(value)) {
    const meant = suggest(value, schema.enum);
    const all = schema.enum.map((one) => `"${one}"`).join(", ");
    return {
      code: "not-in-list",
      message: `${where} must be one of ${all}, not ${shown(value)}`,
      hint: meant && `did you mean "${meant}"?`,
    };
  }
  if (schema.maxLength !== undefined && value.length > schema.maxLength) {
    const message = `${where} is ${value.length} characters long; at most ${schema.maxLength} are allowed`;
    return { code: "too-long", message };
  }
  return schema.format ? formats[schema.format]?.(value, where) ?? null : null;
}

function checkNumber(node: Node, schema: JsonSchema, path: Path, context: CheckContext): Json | typeof BAD {
  if (node.kind !== "number") return wrongType(node, schema, path, context);
  const problem = numberProblem(node.value, schema, path, context.text.slice(node.start, node.end));
  if (!problem) return node.value;
  context.report({ severity: "error", path, offset: node.start, ...problem });
  return BAD;
}

/** What is wrong with a number under a schema, or null. `written` is how the user wrote it. */
export function numberProblem(value: number, schema: JsonSchema, path: Path, written = String(value)) {
  const where = name(path);
  if (schema.type === "integer" && Number.isFinite(value) && !Number.isInteger(value)) {
    return { code: "wrong-type", message: `${where} must be a whole number, not ${clip(written)}` };
  }
  const { minimum = -Infinity, maximum = Infinity } = schema;
  if (value >= minimum && value <= maximum) return null;
  const range = maximum < Number.MAX_SAFE_INTEGER ? `from ${minimum} to ${maximum}` : `at least ${minimum}`;
  return { code: "out-of-range", message: `${where} must be ${range}, not ${clip(written)}` };
}

const KINDS = {
  object: "an object { … }",
  array: "a list [ … ]",
  string: "a text",
  integer: "a whole number",
  number: "a number",
  boolean: "true or false",
};

function wrongType(node: Node, schema: JsonSchema, path: Path, context: CheckContext): typeof BAD {
  if (node.kind === "invalid") return BAD;
  const written = context.text.slice(node.start, node.end);
  const found = {
    object: "an object",
    array: "a list",
    string: `the text ${shown(node.kind === "string" ? node.value : "")}`,
    number: `the number ${clip(written)}`,
    boolean: written,
    null: "null",
  }[node.kind];
  const special = schema.format && node.kind === "number"
    ? context.formats[`${schema.format} as a number`]?.(written, name(path))
    : null;
  context.report({
    severity: "error",
    path,
    offset: node.start,
    ...(special ?? {
      code: "wrong-type",
      message: `${name(path)} must be ${KINDS[schema.type ?? "object"]}, not ${found}`,
      hint: typeHint(node, schema, written),
    }),
  });
  return BAD;
}

function typeHint(node: Node, schema: JsonSchema, written: string): string | undefined {
  if (node.kind === "null") return "Remove the key to use its default";
  if (node.kind === "string") {
    const value = node.value.trim().toLowerCase();
    if (schema.type === "boolean" && (value === "true" || value === "false")) {
      return `Remove the quotes: ${value}`;
    }
    if (schema.type === "integer" && /^-?[0-9]{1,15}$/.test(value)) return `Remove the quotes: ${value}`;
  }
  if (schema.type === "string" && (node.kind === "number" || node.kind === "boolean")) {
    return `Put it in quotes: "${clip(written)}"`;
  }
  if (schema.type === "boolean" && node.kind === "number") {
    return node.value === 0 ? "Write false" : "Write true";
  }
  if (schema.type === "array" && node.kind !== "array") return "Put [ and ] around it";
  return undefined;
}

/** The last steps of a path as the user reads them: `accounts[2].region`. */
export function name(path: Path): string {
  let text = "";
  for (const step of path) text += typeof step === "number" ? `[${step}]` : text ? `.${step}` : step;
  return `\`${text.length > 80 ? "…" + text.slice(-79) : text}\``;
}

function what(schema: JsonSchema): string {
  const title = (schema.title ?? "object").toLowerCase();
  return title.startsWith("kedge") ? "the configuration" : `${/^[aeio]/.test(title) ? "an" : "a"} ${title}`;
}

function fieldsHint(schema: JsonSchema): string | undefined {
  const keys = Object.keys(schema.properties ?? {});
  return keys.length <= 6 ? `its fields are ${keys.join(", ")}` : undefined;
}

function shown(value: string): string {
  return clip(JSON.stringify(value));
}
