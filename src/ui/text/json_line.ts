/** Field names of JSON log lines whose values are shown first. */
const LEVEL = ["level", "severity", "lvl"], MESSAGE = ["message", "msg", "event"];
const TIME = new Set(["time", "timestamp", "ts", "@timestamp"]);

/** Returns a JSON log line in readable order: level, message, then the other fields. Returns other lines unchanged. */
export function readableLine(text: string): string {
  if (!text.startsWith("{")) return text;
  let fields: Map<string, unknown>;
  try {
    fields = new Map(Object.entries(JSON.parse(text) as object));
  } catch {
    return text;
  }
  const take = (names: readonly string[]): string => {
    const name = names.find((one) =>
      typeof fields.get(one) === "string" || typeof fields.get(one) === "number"
    );
    const value = name === undefined ? "" : String(fields.get(name));
    if (name !== undefined) fields.delete(name);
    return value;
  };
  const head = [take(LEVEL).toUpperCase(), take(MESSAGE)];
  const rest = [...fields].filter(([name]) => !TIME.has(name)).map(([name, value]) =>
    `${name}=${typeof value === "string" && /^\S*$/.test(value) ? value : JSON.stringify(value)}`
  );
  return [...head, ...rest].filter(Boolean).join(" ");
}
