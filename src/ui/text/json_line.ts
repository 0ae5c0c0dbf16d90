import { jsonTokens } from "./json_tokens.ts";

/** Field names of JSON log lines whose values are shown first. */
const LEVEL = ["level", "severity", "lvl"], MESSAGE = ["message", "msg", "event"];
const TIME = new Set(["time", "timestamp", "ts", "@timestamp"]);

/** A field of a log line. `value` holds the tokens of its value as they are written in the line. */
interface LogField {
  readonly name: string;
  readonly value: readonly string[];
}

/**
 * Returns a JSON log line in readable order: level, message, then the other fields, each as often and with the
 * digits with which it was logged. Returns other lines unchanged.
 */
export function readableLine(text: string): string {
  const tokens = text.startsWith("{") ? jsonTokens(text) : null;
  if (tokens === null) return text;
  const fields = fieldsIn(tokens);
  const take = (names: readonly string[]): string => {
    for (const wanted of names) {
      const at = fields.findIndex(({ name, value }) => name === wanted && /^["\d-]/.test(value[0]!));
      if (at >= 0) return plain(fields.splice(at, 1)[0]!.value[0]!);
    }
    return "";
  };
  const head = [take(LEVEL).toUpperCase(), take(MESSAGE)];
  const rest = fields.filter(({ name }) => !TIME.has(name)).map(({ name, value }) =>
    `${name}=${shown(value)}`
  );
  return [...head, ...rest].filter(Boolean).join(" ");
}

/** Returns the fields of an object by its tokens. */
function fieldsIn(tokens: readonly string[]): LogField[] {
  const fields: LogField[] = [];
  // Behind the brace that opens the object stand a key, a colon, a value, and a comma or the last brace.
  for (let at = 1; at < tokens.length - 1;) {
    const start = at + 2;
    let end = start, depth = 0;
    do {
      if ("{[".includes(tokens[end]!)) depth++;
      else if ("}]".includes(tokens[end]!)) depth--;
      end++;
    } while (depth > 0);
    fields.push({ name: plain(tokens[at]!), value: tokens.slice(start, end) });
    at = end + 1;
  }
  return fields;
}

/** Returns a text without quotes and escapes; a number or word as it is. */
function plain(token: string): string {
  if (!token.startsWith('"')) return token;
  return token.includes("\\") ? JSON.parse(token) as string : token.slice(1, -1);
}

function shown(value: readonly string[]): string {
  const alone = value.length === 1 ? plain(value[0]!) : null;
  return alone === null || /\s/.test(alone) ? value.map(readable).join("") : alone;
}

/** Returns a token with letters in place of their escapes, such as `\u00e9`. */
function readable(token: string): string {
  return token.includes("\\") ? JSON.stringify(JSON.parse(token)) : token;
}
