/** Settings of one section, by their names in lower case. */
export type IniSettings = ReadonlyMap<string, string>;

/** One section of a file, as it stands there: `profile shop`. */
export interface Section {
  readonly name: string;
  readonly settings: IniSettings;
  /** The line that each setting stands in, see {@link splitLines}. */
  readonly lineNumbers: ReadonlyMap<string, number>;
}

/** One line of a file: its text, and how it ends; only the last one may end with nothing. */
export interface IniLine {
  readonly text: string;
  readonly end: "\r\n" | "\n" | "\r" | "";
}

/** The lines of a file as Python's tools of AWS see them. Together they are the text again, to the last character. */
export function splitLines(text: string): IniLine[] {
  const lines: IniLine[] = [];
  for (const [line, end] of text.matchAll(/[^\r\n]*(\r\n|\r|\n|$)/g)) {
    if (line === "") break;
    lines.push({ text: line.slice(0, line.length - end!.length), end: end as IniLine["end"] });
  }
  return lines;
}

/** More sections than any organisation has roles; what follows them is not read. */
export const MOST_SECTIONS = 20_000;

/**
 * Reads a file of the AWS CLI: sections in brackets, `name = value`, comments from `#` or `;` on at the beginning of a
 * line or behind a space. Indented lines belong to a setting of several parts, which Kedge needs none of. Of two equal
 * settings of a section the first counts.
 */
export function parseIni(text: string): Section[] {
  return parseLines(splitLines(text));
}

/** The same for a file that is split into its lines. */
export function parseLines(lines: readonly IniLine[]): Section[] {
  const sections: { name: string; settings: Map<string, string>; lineNumbers: Map<string, number> }[] = [];
  for (const [at, { text }] of lines.entries()) {
    const line = at === 0 ? text.replace(/^\ufeff/, "") : text;
    if (/^\s*($|[#;])/.test(line)) continue;
    const header = /^\[\s*([^\]]*?)\s*\]/.exec(line);
    if (header) {
      if (sections.length >= MOST_SECTIONS) break;
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

/** What a header like `profile "my shop"` names: `my shop`; null when the header is of another kind. */
export function headerName(header: string, kind: string): string | null {
  const match = new RegExp(`^${kind}\\s+(?:"([^"]+)"|'([^']+)'|(\\S+))$`).exec(header);
  return match ? match[1] ?? match[2] ?? match[3]! : null;
}
