/** Settings of a section, by their names in lower case. */
export type IniSettings = ReadonlyMap<string, string>;

/** A section of a file, with its header's text as name: `profile shop`. */
export interface Section {
  readonly name: string;
  readonly settings: IniSettings;
  /** Index of each setting's line, see {@link splitLines}. */
  readonly lineNumbers: ReadonlyMap<string, number>;
}

/** A line of a file: its text and its line end. Only the last line may have no line end. */
export interface IniLine {
  readonly text: string;
  readonly end: "\r\n" | "\n" | "\r" | "";
}

/** Splits a text into lines as Python's AWS tools do. Joined, the lines are the exact text again. */
export function splitLines(text: string): IniLine[] {
  const lines: IniLine[] = [];
  for (const [line, end] of text.matchAll(/[^\r\n]*(\r\n|\r|\n|$)/g)) {
    if (line === "") break;
    lines.push({ text: line.slice(0, line.length - end!.length), end: end as IniLine["end"] });
  }
  return lines;
}

/** Maximum sections. Sections beyond it are not read. */
export const MAX_SECTIONS = 20_000;

/**
 * Parses a file of the AWS CLI: sections in brackets, `name = value`, and comments that begin with `#` or `;`
 * at the start of a line or after a space. Indented lines belong to a setting with several parts, which Kedge
 * does not need. The first of two equal settings of a section counts.
 */
export function parseIni(text: string): Section[] {
  return parseLines(splitLines(text));
}

/** Parses the lines of a file, see {@link parseIni}. */
export function parseLines(lines: readonly IniLine[]): Section[] {
  const sections: { name: string; settings: Map<string, string>; lineNumbers: Map<string, number> }[] = [];
  for (const [at, { text }] of lines.entries()) {
    const line = at === 0 ? text.replace(/^\ufeff/, "") : text;
    if (/^\s*($|[#;])/.test(line)) continue;
    const header = /^\[\s*([^\]]*?)\s*\]/.exec(line);
    if (header) {
      if (sections.length >= MAX_SECTIONS) break;
      sections.push({ name: header[1]!, settings: new Map(), lineNumbers: new Map() });
      continue;
    }
    const section = sections.at(-1);
    const setting = section && /^([^\s=][^=]*?)\s*=\s*(.*)$/s.exec(line);
    const name = setting?.[1]?.toLowerCase();
    if (!section || name === undefined || section.settings.has(name)) continue;
    section.settings.set(name, setting![2]!.replace(/\s+[#;].*$/s, "").trim());
    section.lineNumbers.set(name, at);
  }
  return sections;
}

/** Returns the name in a header like `profile "my shop"`: `my shop`; null for a header of another kind. */
export function headerName(header: string, kind: string): string | null {
  const match = new RegExp(`^${kind}\\s+(?:"([^"]+)"|'([^']+)'|(\\S+))$`).exec(header);
  return match ? match[1] ?? match[2] ?? match[3]! : null;
}
