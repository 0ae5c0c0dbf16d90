import type { Member } from "../../json/node.ts";
import { parseJson } from "../../json/parse.ts";
import { jsonOrNull } from "../../json_values.ts";

/** Returns the fields of a secret's text, which is a JSON object or has lines `KEY=value`. Null for any other text. */
export function secretFields(text: string): ReadonlyMap<string, string> | null {
  return jsonFields(text) ?? lineFields(text);
}

function jsonFields(text: string): ReadonlyMap<string, string> | null {
  if (jsonOrNull(text) === null) return null;
  const { root } = parseJson(text);
  if (root?.kind !== "object") return null;
  // Numbers stay as written, because parsing could lose digits.
  const shown = ({ value }: Member) =>
    value.kind === "string" ? value.value : text.slice(value.start, value.end);
  return new Map(root.members.map((member) => [member.key, shown(member)]));
}

/**
 * Returns the fields of lines in an `.env` file. Only empty lines and comments are allowed between them. Null
 * also for texts that only look like such lines, because the "key" would be a part of the secret.
 */
function lineFields(text: string): ReadonlyMap<string, string> | null {
  const found: (readonly [key: string, value: string])[] = [];
  for (const line of text.split(/\r?\n/)) {
    if (/^\s*(#.*)?$/.test(line)) continue;
    const [, key, value] = /^\s*(?:export\s+)?([A-Za-z_][\w.-]*)=(.*)$/.exec(line) ?? [];
    if (key === undefined || value === undefined) return null;
    found.push([key, value.trim()]);
  }
  if (found.every(isPadded) || (found.length === 1 && CONNECTION.test(found[0]![1]))) return null;
  return new Map(found.map(([key, value]) => [key, unquoted(value)]));
}

/** Shortest name without a value that may be base64, whose padding looks like an empty value. */
const SHORTEST_BASE64 = 11;

/** A name as variables have it, which base64 hardly is. */
const VARIABLE = /^[A-Z][A-Z\d]*(?:_[A-Z\d]+)+$/;

/** Whether a line may be padded base64 or base32 instead of a name and its value. */
const isPadded = ([key, value]: readonly [key: string, value: string]) =>
  value === "" ? key.length >= SHORTEST_BASE64 && !VARIABLE.test(key) : /^=+$/.test(value);

/** What stands behind the first `=` of a connection string such as `Server=db;Password=x` or `host=db user=x`. */
const CONNECTION = /^(?:[^=;"']*;\s*\w[\w ]*=|[^=;"'\s]+\s+[a-z_]+=[^=\s])/;

/** Returns the value inside quotes. In double quotes a backslash escapes special characters. */
function unquoted(text: string): string {
  const [, quote, within] = /^(["'])(.*)\1$/.exec(text) ?? [];
  if (within === undefined) return text;
  return quote === "'" ? within : within.replace(/\\([\\"$`nr])/g, (_, c: string) => MEANT[c] ?? c);
}

const MEANT: Readonly<Record<string, string>> = { n: "\n", r: "\r" };
