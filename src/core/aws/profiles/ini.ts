/** Settings of one section, by their names in lower case. */
export type IniSettings = ReadonlyMap<string, string>;

/** One section of a file, as it stands there: `profile shop`. */
interface Section {
  readonly name: string;
  readonly settings: IniSettings;
  /** Where its header stands, and where its last line with a setting ends; lines count from 0. */
  readonly line: number;
  readonly last: number;
}

/** More sections than any organisation has roles; what follows them is not read. */
const MOST_SECTIONS = 20_000;

/**
 * Reads a file of the AWS CLI: sections in brackets, `name = value`, comments from `#` or `;` on at the beginning of a
 * line or behind a space. Indented lines belong to a setting of several parts, which Kedge needs none of. Of two equal
 * settings of a section the first counts.
 */
export function parseIni(text: string): Section[] {
  const sections: { name: string; settings: Map<string, string>; line: number; last: number }[] = [];
  const lines = text.replace(/^\ufeff/, "").split(/\r\n|\r|\n/);
  for (const [at, line] of lines.entries()) {
    if (/^\s*($|[#;])/.test(line)) continue;
    const header = /^\[\s*([^\]]*?)\s*\]/.exec(line);
    if (header) {
      if (sections.length >= MOST_SECTIONS) break;
      sections.push({ name: header[1]!, settings: new Map(), line: at, last: at });
      continue;
    }
    const section = sections.at(-1);
    if (!section) continue;
    section.last = at;
    const setting = /^([^\s=][^=]*?)\s*=\s*(.*)$/.exec(line);
    const name = setting?.[1]?.toLowerCase();
    if (name === undefined || section.settings.has(name)) continue;
    section.settings.set(name, setting![2]!.replace(/\s+[#;].*$/, "").trim());
  }
  return sections;
}

/** What a header like `profile "my shop"` names: `my shop`; null when the header is of another kind. */
export function headerName(header: string, kind: string): string | null {
  const match = new RegExp(`^${kind}\\s+(?:"([^"]+)"|'([^']+)'|(\\S+))$`).exec(header);
  return match ? match[1] ?? match[2] ?? match[3]! : null;
}
