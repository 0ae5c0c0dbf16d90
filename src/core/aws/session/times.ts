/** A time as the AWS CLI writes it: whole seconds in UTC. */
export function formatTime(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d+Z$/, "Z");
}

/** A time of a cache file, ms since 1970: ends in `Z`, `.000Z`, `UTC` or an offset. Null when it is none. */
export function parseTime(text: string): number | null {
  const match = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(\.\d+)?\s*(Z|UTC|[+-]\d\d:?\d\d)$/.exec(text);
  if (!match) return null;
  const [, day, time, , zone] = match;
  const offset = zone === "UTC" ? "Z" : zone!.replace(/^([+-]\d\d)(\d\d)$/, "$1:$2");
  const ms = Date.parse(`${day}T${time}${offset}`);
  return Number.isNaN(ms) ? null : ms;
}
