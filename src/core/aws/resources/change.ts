import { editJson } from "../../json/edit.ts";
import { ownProperty } from "../../own_property.ts";
import { envValue } from "./env_file.ts";
import { secretFields } from "./fields.ts";

/** What should be different in a secret. */
export type SecretChange =
  /** A text in the place of the old one. */
  | { readonly text: string }
  /** Some of its fields; those that are not named stay as they are. */
  | { readonly set: ReadonlyMap<string, string>; readonly remove: readonly string[] };

/** What a change does to the keys of a secret; the names alone. */
export interface KeyDifference {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
  /** How many stay as they are. */
  readonly same: number;
  /** The old or the new text has no keys: it is changed as a whole. */
  readonly replaced: boolean;
}

/** The text after a change, and the difference of keys; null when fields of a text without fields are meant. */
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
  if (isJsonObject(text)) return inJson(text, set, remove);
  return secretFields(text) ? inLines(text, set, remove) : null;
}

/** Unchanged parts keep their bytes; a number or a word stays one while the new text is one. */
function inJson(text: string, set: ReadonlyMap<string, string>, remove: readonly string[]): string | null {
  const before = JSON.parse(text) as Record<string, unknown>;
  const edited = editJson(text, [
    ...remove.map((key) => ({ path: [key] })),
    ...[...set].map(([key, value]) => {
      const was = ownProperty(before, key);
      const word = was !== undefined && typeof was !== "string" && isJson(value);
      return { path: [key], value: word ? JSON.parse(value) : value };
    }),
  ]);
  return edited.ok ? edited.text : null;
}

/** Lines as they were, with other values; new ones come last. */
function inLines(text: string, set: ReadonlyMap<string, string>, remove: readonly string[]): string {
  const left = new Map(set);
  const lines = text.replace(/\r?\n$/, "").split("\n").flatMap((line) => {
    const [, head = "", key = ""] = /^(\s*(?:export\s+)?([A-Za-z_][\w.-]*)=)/.exec(line) ?? [];
    if (remove.includes(key)) return [];
    const value = left.get(key);
    if (value === undefined) return [line];
    left.delete(key);
    return [`${head}${envValue(value)}`];
  });
  return [...lines, ...[...left].map(([key, value]) => `${key}=${envValue(value)}`)].join("\n") + "\n";
}

function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
