import {
  type ArrayNode,
  type Json,
  type Member,
  type Node,
  type NumberNode,
  type ObjectNode,
  type StringNode,
  toValue,
} from "../json/node.ts";
import { isSecretPiece } from "../text/password_dots.ts";
import { suggest } from "../text/suggest.ts";
import type { CheckContext, DocumentKind, Path } from "./kind.ts";
import type { JsonSchema, ValueProblem } from "./schema.ts";
import { BAD, duplicate, exampleHint, nameOf, numberProblem, textProblem, typeProblem } from "./value.ts";

/**
 * Checks a tree against a schema and returns the resulting value: with defaults, with invalid values replaced
 * by their default, and without invalid list entries and unknown keys. `needed` means that no default can
 * replace the value.
 */
export function check(
  node: Node,
  schema: JsonSchema,
  path: Path,
  context: CheckContext,
  needed = false,
): Json | typeof BAD {
  switch (schema.type) {
    case "object":
      if (node.kind === "object") return checkObject(node, schema, path, context);
      break;
    case "array":
      if (node.kind === "array") return checkArray(node, schema, path, context);
      break;
    case "string":
      if (node.kind === "string") {
        if (node.broken) return BAD;
        return inForce(node, textProblem(node.value, schema, path, context.kind, needed), path, context);
      }
      break;
    case "boolean":
      if (node.kind === "boolean") return node.value;
      break;
    default:
      if (node.kind === "number") {
        const written = context.text.slice(node.start, node.end);
        return inForce(node, numberProblem(node.value, schema, path, written), path, context);
      }
  }
  if (node.kind !== "invalid") {
    const problem = typeProblem(node, schema, path, context.text, context.kind, needed);
    context.report({ severity: "error", path, offset: node.start, ...problem });
  }
  return BAD;
}

/** Returns the value of a text or a number, or BAD when its problem is an error. */
function inForce(
  node: StringNode | NumberNode,
  problem: ValueProblem | null,
  path: Path,
  context: CheckContext,
): Json | typeof BAD {
  if (problem) context.report({ severity: "error", path, offset: node.start, ...problem });
  return problem && problem.severity !== "warning" ? BAD : node.value;
}

function checkArray(
  node: ArrayNode,
  schema: JsonSchema,
  path: Path,
  context: CheckContext,
): Json | typeof BAD {
  const { items = {}, minItems = 0, maxItems = Infinity } = schema;
  const extra = node.items[maxItems];
  if (extra) {
    context.report({
      severity: "error",
      code: "too-many-entries",
      path: [...path, maxItems],
      offset: extra.start,
      message: `${nameOf(path)} has ${node.items.length} entries; the first ${maxItems} count`,
    });
  }
  if (node.items.length < minItems) {
    context.report({
      severity: "error",
      code: context.kind.codes.few ?? "too-few-entries",
      path,
      offset: node.start,
      message: `${nameOf(path)} is empty`,
      hint: exampleHint(schema, path),
    });
  }
  const result: Json[] = [];
  // When each entry makes a list safer, the list is unusable without one of them.
  let usable = !extra || !items.vital;
  for (const [index, item] of node.items.entries()) {
    if (index >= maxItems) break;
    const value = check(item, items, [...path, index], context, true);
    if (value !== BAD) result.push(value);
    else if (items.vital) usable = false;
  }
  return usable ? result : BAD;
}

function checkObject(
  node: ObjectNode,
  schema: JsonSchema,
  path: Path,
  context: CheckContext,
): Json | typeof BAD {
  const { properties, required = [] } = schema;
  if (!properties) {
    context.kind.open?.(node, path, context);
    return toValue(node);
  }
  const members = new Map<string, Member>();
  const unknown: Member[] = [];
  for (const member of node.members) {
    const before = members.get(member.key);
    if (before) {
      context.kind.open?.(before.value, [...path, member.key], context);
      // A key that is not allowed is reported as such.
      if (!member.alone) context.report(duplicate(member, path));
    } else if (!Object.hasOwn(properties, member.key)) unknown.push(member);
    members.set(member.key, member);
  }
  const explained = checkUnknown(unknown, members, schema, path, context);
  let usable = true;
  const result: Record<string, Json> = {};
  for (const [key, property] of Object.entries(properties)) {
    const member = members.get(key);
    const value = member
      ? check(member.value, property, [...path, key], context, required.includes(key))
      : undefined;
    if (value !== undefined && value !== BAD) result[key] = value;
    else if (value === BAD && property.fallback !== undefined) result[key] = property.fallback;
    else if (required.includes(key) || (value === BAD && property.vital)) {
      usable = false;
      if (value === BAD || node.broken || explained.has(key)) continue;
      context.report({
        severity: "error",
        code: context.kind.codes.missing,
        path: [...path, key],
        offset: node.start,
        message: `\`${key}\` is missing: ${what(schema, path, context)} needs it`,
        hint: exampleHint(property, [key]),
      });
    } else if (property.default !== undefined) result[key] = property.default;
  }
  return usable && context.object?.(result, node, path) !== false ? result : BAD;
}

/** Reports keys that the schema does not have, and returns the missing keys that they explain. */
function checkUnknown(
  unknown: readonly Member[],
  there: ReadonlyMap<string, Member>,
  schema: JsonSchema,
  path: Path,
  context: CheckContext,
): ReadonlySet<string> {
  const { required = [] } = schema;
  const { kind } = context;
  const explained = new Set<string>();
  for (const member of unknown) {
    kind.open?.(member.value, [...path, member.key], context);
    const meant = context.full() ? undefined : likelyField(member.key, schema, there, kind);
    const lacking = meant !== undefined && kind.joinsMisspelt && required.includes(meant) &&
      !explained.has(meant);
    if (meant !== undefined && kind.joinsMisspelt) explained.add(meant);
    if (!context.unknownKeys && !lacking) continue;
    const secret = member.alone ||
      (!context.full() && isSecretPiece(context.text, member.keyStart, member.keyEnd));
    const effect = lacking ? `, and \`${meant}\` is missing` : "; it has no effect";
    context.report({
      severity: lacking ? "error" : "warning",
      code: kind.codes.unknown,
      path: secret ? path : [...path, member.key],
      offset: member.keyStart,
      message: `${secret ? "This" : nameOf([member.key])} is no field of ${
        what(schema, path, context)
      }${effect}`,
      hint: meant
        ? `Did you mean \`${meant}\`?`
        : kind.noField?.(member.key, schema) ?? kind.unknownHint ?? fieldsHint(schema),
    });
  }
  return explained;
}

/** Returns the missing field for which an unknown key was probably meant. */
function likelyField(
  key: string,
  schema: JsonSchema,
  there: ReadonlyMap<string, Member>,
  kind: DocumentKind,
): string | undefined {
  const other = kind.meant?.(key, schema);
  if (other !== undefined && !there.has(other)) return other;
  return suggest(key, Object.keys(schema.properties ?? {}).filter((field) => !there.has(field)));
}

/** Returns the name of an object in messages. */
function what(schema: JsonSchema, path: Path, { kind }: CheckContext): string {
  if (path.length === 0) return kind.name;
  const title = (schema.title ?? "object").toLowerCase();
  return `${/^[aeio]/.test(title) ? "an" : "a"} ${title}`;
}

function fieldsHint(schema: JsonSchema): string | undefined {
  const keys = Object.keys(schema.properties ?? {});
  return keys.length <= 6 ? `Its fields are ${keys.join(", ")}` : undefined;
}
