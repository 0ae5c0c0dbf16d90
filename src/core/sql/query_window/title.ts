/** Characters of a statement's beginning that name it. */
const TITLE = 200;

/** The beginning of a statement, in one line. */
export function titleOf(sql: string): string {
  // Comments in front say little of what runs.
  const bare = sql.slice(0, 20 * TITLE).replace(/^(\s|--[^\n]*(\n|$)|\/\*[^]*?\*\/)+/, "");
  const line = (bare || sql).slice(0, 4 * TITLE).replace(/\s+/g, " ").trim();
  return line.length > TITLE ? `${line.slice(0, TITLE - 1)}…` : line;
}
