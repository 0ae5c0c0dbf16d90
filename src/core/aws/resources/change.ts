import { editJson } from "../../json/edit.ts";
import { type Json, memberOf } from "../../json/node.ts";
import { parseJson } from "../../json/parse.ts";
import { isRecord } from "../../json/value.ts";
import { jsonOrNull } from "../../json_values.ts";
import { ownProperty } from "../../own_property.ts";
import { envValue } from "./env_file.ts";
import { secretFields } from "./fields.ts";

/** A change of a secret. */
export type SecretChange =
  /** A new text that replaces the old one. */
  | { readonly text: string }
  /** New values of some fields. Fields that are not named stay unchanged. */
  | { readonly set: ReadonlyMap<string, string>; readonly remove: readonly string[] };

/** The effect of a change on the keys of a secret, without values. */
export interface KeyDifference {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
  /** Number of unchanged keys. */
  readonly same: number;
  /** Whether the whole text changes, because the old or the new text has no keys. */
  readonly replaced: boolean;
}

/**
 * Returns the text after a change, with the difference of keys; null when the change is about fields and the
 * text has none.
 */
export function changedSecret(
  before: string,
  change: SecretChange,
): { readonly text: string; readonly difference: KeyDifference } | null {
  const text = "text" in change ? change.text : withFields(before, change.set, change.remove);
  return text === null ? null : { text, difference: difference(before, text) };
}

function difference(before: string, after: string): KeyDifference {
  const old = secretFields(before), next = secretFields(after);
  if (!old || !next) return { added: [], changed: [], removed: [], same: 0, replaced: before !== after };
  return {
    added: [...next.keys()].filter((key) => !old.has(key)),
    changed: [...next].filter(([key, value]) => old.has(key) && old.get(key) !== value).map(([key]) => key),
    removed: [...old.keys()].filter((key) => !next.has(key)),
    same: [...next].filter(([key, value]) => old.get(key) === value).length,
    replaced: false,
  };
}

function withFields(
  text: string,
  set: ReadonlyMap<string, string>,
  remove: readonly string[],
): string | null {
  const before = jsonOrNull(text) as Json;
  if (isRecord(before)) return inJson(text, before, set, remove);
  return secretFields(text) ? inLines(text, set, remove) : null;
}

/**
 * Changes fields of a JSON object. Unchanged parts keep their bytes. A number or literal stays one if the new
 * text is one, and is written as it was entered, because parsing could lose digits.
 */
function inJson(
  text: string,
  before: Readonly<Record<string, Json>>,
  set: ReadonlyMap<string, string>,
  remove: readonly string[],
): string | null {
  const words = new Map([...set].filter(([key, value]) => {
    const was = ownProperty(before, key);
    return was !== undefined && typeof was !== "string" && isJson(value);
  }));
  const edited = editJson(text, [
    ...remove.map((key) => ({ path: [key] })),
    ...[...set].map(([key, value]) => ({ path: [key], value: words.has(key) ? null : value })),
  ]);
  if (!edited.ok) return null;
  let result = edited.text;
  for (const [key, word] of words) {
    const { start, end } = memberOf(parseJson(result).root!, key)!.value;
    result = result.slice(0, start) + word.trim() + result.slice(end);
  }
  return result;
}

/**
 * Changes fields of `KEY=value` lines. Other lines stay as they are, and new fields are added at the end. Null
 * when two lines have the key of a new value, because readers differ in which of them counts.
 */
function inLines(
  text: string,
  set: ReadonlyMap<string, string>,
  remove: readonly string[],
): string | null {
  const left = new Map(set);
  let twice = false;
  const lines = text.replace(/\r?\n$/, "").split("\n").flatMap((line) => {
    const [, head = "", key = ""] = /^(\s*(?:export\s+)?([A-Za-z_][\w.-]*)=)/.exec(line) ?? [];
    if (remove.includes(key)) return [];
    const value = set.get(key);
    if (value === undefined) return [line];
    twice ||= !left.delete(key);
    return [`${head}${envValue(value)}`];
  });
  if (twice) return null;
  return [...lines, ...[...left].map(([key, value]) => `${key}=${envValue(value)}`)].join("\n") + "\n";
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
