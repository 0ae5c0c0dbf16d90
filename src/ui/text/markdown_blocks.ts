/** A block of a Markdown text, with its inline marks still in it. */
export type Block =
  | { readonly is: "paragraph" | "heading" | "code"; readonly text: string }
  | { readonly is: "list"; readonly items: readonly string[] }
  /** The first row is the head. */
  | { readonly is: "table"; readonly rows: readonly (readonly string[])[] };

/**
 * Splits Markdown into blocks: paragraphs, headings of one size, lists, fenced code and tables. Everything else is
 * a paragraph.
 */
export function blocksOf(markdown: string): Block[] {
  const lines = markdown.split(/\r?\n/);
  const blocks: Block[] = [];
  for (let at = 0; at < lines.length;) {
    const begin = at;
    const first = lines[at]!.trim();
    if (first.startsWith("```")) {
      while (++at < lines.length && !lines[at]!.trim().startsWith("```"));
      blocks.push({ is: "code", text: lines.slice(begin + 1, at++).join("\n") });
      continue;
    }
    while (
      ++at < lines.length && first !== "" && lines[at]!.trim() !== "" && !lines[at]!.trim().startsWith("```")
    );
    const block = lines.slice(begin, at).map((line) => line.trim());
    // A list may follow a line of text at once.
    const list = block.findIndex((line) => ITEM.test(line));
    if (list > 0) blocks.push(blockOf(block.slice(0, list)), blockOf(block.slice(list)));
    else if (first !== "") blocks.push(blockOf(block));
  }
  return blocks;
}

const ITEM = /^[-*] /;

function blockOf(lines: readonly string[]): Block {
  const [first = ""] = lines;
  if (ITEM.test(first)) {
    const items: string[] = [];
    for (const line of lines) {
      if (ITEM.test(line)) items.push(line.slice(2));
      else items.push(`${items.pop()} ${line}`);
    }
    return { is: "list", items };
  }
  if (lines.length > 1 && /^\|?[\s:|-]+\|[\s:|-]*$/.test(lines[1]!)) {
    return { is: "table", rows: [first, ...lines.slice(2)].map(cellsOf) };
  }
  const [, heading] = /^#{1,6} (.+)$/.exec(first) ?? [];
  if (heading !== undefined && lines.length === 1) return { is: "heading", text: heading };
  return { is: "paragraph", text: lines.join(" ") };
}

/** Returns the cells of a row of a table; `\|` in a cell is a bar. */
function cellsOf(line: string): string[] {
  return line.replace(/^\||\|$/g, "").split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll("\\|", "|"));
}
