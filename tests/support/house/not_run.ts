const BEGIN = "<!-- not run: written by `deno task generate` -->";
const END = "<!-- end of not run -->";

/** Columns of a line of Markdown, as in `deno fmt` of this repository. */
const WIDTH = 110;

/** Returns the document with an updated list of what is in bold because it was not run. */
export function withNotRun(document: string): string {
  const [head, rest] = [document.indexOf(BEGIN), document.indexOf(END)];
  if (head < 0 || rest < head) throw new Error("The document has no place for what was not run");
  const items = document.slice(rest).split("\n## ").slice(1).flatMap((section) =>
    section.split("\n- ").slice(1).flatMap((row) => notRun(row.replaceAll(/\s+/g, " "), titleOf(section)))
  );
  return `${document.slice(0, head)}${BEGIN}\n\n${items.join("\n")}\n\n${document.slice(rest)}`;
}

const titleOf = (section: string) => section.split("\n", 1)[0]!;

/** Returns the list item of a row, named after the row or else after its section. */
function notRun(row: string, section: string): string[] {
  const bold = [...row.matchAll(/\*\*(.+?)\*\*/g)].map(([, text]) => text!)
    .filter((text) => /\bnot\b|^(?:no|none|nothing)\b/i.test(text));
  if (bold.length === 0) return [];
  const name = /^_(.+?)_/.exec(row)?.[1] ?? section;
  return [wrapped(`- _${name}_: ${bold.join("; ")}`)];
}

/** Returns a list item in lines of the allowed width, with code kept on one line. */
function wrapped(item: string): string {
  const lines = [""];
  for (const word of item.match(/(?:`[^`]*`|[^ `])+/g)!) {
    const line = lines.at(-1)!;
    if (line.length + word.length >= WIDTH) lines.push(`  ${word}`);
    else lines[lines.length - 1] = line ? `${line} ${word}` : word;
  }
  return lines.join("\n");
}
