/** Fields as the lines of an `.env` file. A name that shells do not take has `_` in place of what they do not. */
export function envFile(fields: ReadonlyMap<string, string>): string {
  return [...fields].map(([key, value]) => `${envName(key)}=${envValue(value)}\n`).join("");
}

function envName(key: string): string {
  const name = key.replace(/[^A-Za-z0-9_]/g, "_");
  return /^[A-Za-z_]/.test(name) ? name : `_${name}`;
}

/** As it is, else in single quotes, which change nothing; else in double quotes with what these change escaped. */
export function envValue(value: string): string {
  if (/^[\w./:@%+,=-]*$/.test(value)) return value;
  if (!/['\r\n]/.test(value)) return `'${value}'`;
  const escaped = value.replace(/[\\"$`]/g, "\\$&").replaceAll("\n", "\\n").replaceAll("\r", "\\r");
  return `"${escaped}"`;
}
