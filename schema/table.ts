/** Returns a Markdown table with aligned columns, in the format of `deno fmt`. The first row is the head. */
export function aligned(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_, column) => Math.max(3, ...rows.map((row) => row[column]!.length)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, i) => cell.padEnd(widths[i]!)).join(" | ")} |\n`;
  const [head, ...body] = rows;
  return line(head!) + line(widths.map((width) => "-".repeat(width))) + body.map(line).join("");
}
