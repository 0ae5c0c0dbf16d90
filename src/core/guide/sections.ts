import { fit, haystack, typedWords, type Word } from "../find/matcher.ts";

/** A part of a document, from one heading to the next. */
export interface Section {
  /** The document's name and the heading as addresses contain it: `guide#servers`; only the name for the beginning. */
  readonly id: string;
  /** Title of the document. */
  readonly document: string;
  readonly title: string;
  /** 1 for the beginning of a document, 2 for a heading, 3 for a heading below that. */
  readonly level: number;
  /** Markdown below the heading, without pictures. Links to other sections have the form `#id`. */
  readonly text: string;
}

/**
 * Returns the sections of a Markdown document that have a text. `names` are the documents that links may lead to; of other
 * links only the text stays.
 */
export function sectionsOf(name: string, markdown: string, names: readonly string[]): Section[] {
  const sections: (Omit<Section, "text"> & { readonly lines: string[] })[] = [];
  let fenced = false;
  for (const line of markdown.split("\n")) {
    if (line.startsWith("```")) fenced = !fenced;
    const [, marks, title = ""] = (!fenced && /^(#{1,3}) (.+)$/.exec(line)) || [];
    if (marks === undefined) {
      sections.at(-1)?.lines.push(fenced ? line : linked(withoutPictures(line), name, names));
      continue;
    }
    const level = marks.length;
    const document = sections[0]?.document ?? title;
    const plain = title.replaceAll("`", "");
    sections.push({
      id: level === 1 ? name : `${name}#${anchor(title)}`,
      document,
      title: plain,
      level,
      lines: [],
    });
  }
  return sections.map(({ lines, ...section }) => ({ ...section, text: lines.join("\n").trim() }))
    .filter(({ text }) => text !== "");
}

/** Returns a heading as addresses contain it, as GitHub writes it. */
function anchor(title: string): string {
  return title.toLowerCase().replace(/[^\p{L}\p{N} _-]/gu, "").replaceAll(" ", "-");
}

function withoutPictures(line: string): string {
  return line.replace(/<picture>.*?<\/picture>|!\[[^\]]*\]\([^)]*\)|<!--.*?-->/g, "");
}

/** Changes links between documents into links between sections. */
function linked(line: string, name: string, names: readonly string[]): string {
  return line.replace(/\[([^\]]+)\]\(([^)\s]+)\)/g, (link, text: string, address: string) => {
    if (/^https?:/.test(address)) return link;
    const [, document = name, heading = ""] = /^(?:([\w-]+)\.md)?(#.+)?$/.exec(address) ?? [, ""];
    return names.includes(document) ? `[${text}](#${document}${heading})` : text;
  });
}

/** Returns the sections that the typed words fit, the best first; all in their order for an empty text. */
export function fittingSections(sections: readonly Section[], typed: string): readonly Section[] {
  const words = typedWords(typed);
  if (words.length === 0) return sections;
  return sections
    .map((section) => ({ section, score: scoreOf(section, words) }))
    .filter(({ score }) => score !== null)
    .sort((a, b) => b.score! - a.score!)
    .map(({ section }) => section);
}

/** Returns how well words fit: above 0 in the title, else by how often the text has them; null where one is missing. */
function scoreOf({ title, text }: Section, words: readonly Word[]): number | null {
  const inTitle = fit(words, haystack(title));
  if (inTitle !== null) return inTitle;
  const all = haystack(title, text);
  if (fit(words, all) === null) return null;
  const times = words.reduce((sum, { text }) => sum + all.around.split(text).length - 1, 0);
  return -1 / (1 + times);
}
