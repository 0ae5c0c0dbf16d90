import type { Member } from "../../json/node.ts";
import { parseJson } from "../../json/parse.ts";

/** The fields of a secret's text: of a JSON object, or of lines `KEY=value`. Null when it is neither. */
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
  // A number as it stands there: reading it would cost digits.
  const shown = ({ value }: Member) =>
    value.kind === "string" ? value.value : text.slice(value.start, value.end);
  return new Map(root.members.map((member) => [member.key, shown(member)]));
}

/** Lines as an `.env` file has them; empty ones and comments may stand between them, nothing else. */
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

/** The value inside quotes. In double quotes a backslash escapes the special characters. */
function unquoted(text: string): string {
  const [, quote, within] = /^(["'])(.*)\1$/.exec(text) ?? [];
  if (within === undefined) return text;
  return quote === "'" ? within : within.replace(/\\([\\"$`nr])/g, (_, c: string) => MEANT[c] ?? c);
}

const MEANT: Readonly<Record<string, string>> = { n: "\n", r: "\r" };
