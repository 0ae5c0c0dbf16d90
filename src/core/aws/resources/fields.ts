import type { Member } from "../../json/node.ts";
import { parseJson } from "../../json/parse.ts";

/** Returns the fields of a secret's text, which is a JSON object or has lines `KEY=value`. Null for any other text. */
export function secretFields(text: string): ReadonlyMap<string, string> | null {
  return jsonFields(text) ?? lineFields(text);
}

function jsonFields(text: string): ReadonlyMap<string, string> | null {
  try {
    JSON.parse(text);
  } catch {
    return null;
  }
  const { root } = parseJson(text);
  if (root?.kind !== "object") return null;
  // Numbers stay as written, because parsing could lose digits.
  const shown = ({ value }: Member) =>
    value.kind === "string" ? value.value : text.slice(value.start, value.end);
  return new Map(root.members.map((member) => [member.key, shown(member)]));
}

/** Returns the fields of lines in an `.env` file. Only empty lines and comments are allowed between them. */
function lineFields(text: string): ReadonlyMap<string, string> | null {
  const fields = new Map<string, string>();
  for (const line of text.split(/\r?\n/)) {
    if (/^\s*(#.*)?$/.test(line)) continue;
    const found = /^\s*(?:export\s+)?([A-Za-z_][\w.-]*)=(.*)$/.exec(line);
    if (!found) return null;
    fields.set(found[1]!, unquoted(found[2]!.trim()));
  }
  return fields.size > 0 ? fields : null;
}

/** Returns the value inside quotes. In double quotes a backslash escapes special characters. */
function unquoted(text: string): string {
  const [, quote, within] = /^(["'])(.*)\1$/.exec(text) ?? [];
  if (within === undefined) return text;
  return quote === "'" ? within : within.replace(/\\([\\"$`nr])/g, (_, c: string) => MEANT[c] ?? c);
}

const MEANT: Readonly<Record<string, string>> = { n: "\n", r: "\r" };
