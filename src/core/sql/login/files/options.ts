import { isAbsolute, join } from "node:path";
import { hostSystem } from "../../../platform/host.ts";
import { type ClientFile, readClientFile, shownPath, trimmed } from "./read.ts";

/** A setting in an option file of MySQL's clients, with its section. */
export interface Option {
  /** In lower case, because names of sections are compared without case. */
  readonly section: string;
  /** Without `loose-`, and with `-` in place of `_`. */
  readonly name: string;
  readonly value: string;
  readonly path: string;
  /** Line number, from 1. */
  readonly line: number;
}

/** Maximum depth of included files, as in MySQL's clients, and maximum files read in all. */
const MAX_DEPTH = 10, MAX_FILES = 100;
/** Maximum characters of a line. The clients split longer lines. */
const MAX_LINE_LENGTH = 4000;

/** The content of a line of an option file. */
type OptionLine =
  | { readonly is: "section"; readonly name: string }
  | { readonly is: "option"; readonly name: string; readonly value: string }
  | { readonly is: "include" | "includedir"; readonly path: string }
  /** The clients refuse the file at this line. */
  | { readonly is: "fault" };

/** Reads a line as MySQL's and MariaDB's clients do; null for a line without content. */
function optionLine(text: string): OptionLine | null {
  const line = trimmed(text);
  if (line === "" || /^[#;]/.test(line)) return null;
  if (line.startsWith("!")) {
    const [, is, path] = /^!\s*(includedir|include)\s+(.*)$/s.exec(line) ?? [];
    return path === undefined ? null : { is: is as "include" | "includedir", path };
  }
  if (line.startsWith("[")) {
    const name = /^\[([^\]]*)\]/.exec(line)?.[1];
    return name === undefined
      ? { is: "fault" }
      : { is: "section", name: trimmed(`[${name}`).slice(1).toLowerCase() };
  }
  const content = withoutComment(line);
  const mark = content.indexOf("=");
  const name = trimmed(content.split("=", 1)[0]!).replaceAll("_", "-").replace(/^loose-/, "");
  // A name without a value makes the client ask for it, or turns something on. Kedge needs one of these.
  if (mark < 0) return name === "ssl-verify-server-cert" ? { is: "option", name, value: "1" } : null;
  return { is: "option", name, value: valueOf(trimmed(content.slice(mark + 1))) };
}

/** Returns a line up to the first `#` outside of quotes. */
function withoutComment(line: string): string {
  let quote = "", escaped = false;
  for (let at = 0; at < line.length; at++) {
    const character = line[at]!;
    if (/["']/.test(character) && !escaped) {
      if (quote === "") quote = character;
      else if (quote === character) quote = "";
    }
    if (quote === "" && character === "#") return line.slice(0, at);
    escaped = quote !== "" && character === "\\" && !escaped;
  }
  return line;
}

const ESCAPES: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  r: "\r",
  b: "\b",
  s: " ",
  '"': '"',
  "'": "'",
  "\\": "\\",
};

/** Returns a value without the quotes around it and with its escapes resolved. */
function valueOf(text: string): string {
  const inner = /^(["']).*\1$/s.test(text) && text.length > 1 ? text.slice(1, -1) : text;
  return inner.replace(/\\(.)/gs, (escape, next: string) => ESCAPES[next] ?? escape);
}

/**
 * Returns the settings of option files and of the files they include, in the order in which the clients read
 * them, so that the last one of a name applies. Adds remarks about what is not read.
 */
export async function readOptions(
  paths: readonly string[],
  onRemark: (remark: string) => void,
): Promise<Option[]> {
  const options: Option[] = [];
  let files = 0;

  async function read(path: string, depth: number): Promise<void> {
    if (files++ >= MAX_FILES) return;
    const file = await readClientFile(path, onRemark);
    if (file && !openToAll(file)) await readLines(file, depth);
  }

  function openToAll({ path, mode }: ClientFile): boolean {
    const open = mode !== null && (mode & 0o002) !== 0;
    if (open) {
      onRemark(
        `${
          shownPath(path)
        } is not read, as by the server's own clients: everybody may write to it (chmod o-w)`,
      );
    }
    return open;
  }

  async function readLines({ path, lines }: ClientFile, depth: number): Promise<void> {
    let section: string | undefined;
    for (const [at, text] of lines.entries()) {
      const parsed = text.length > MAX_LINE_LENGTH ? { is: "fault" } as const : optionLine(text);
      if (!parsed) continue;
      if (parsed.is === "section") section = parsed.name;
      else if (parsed.is === "fault" || parsed.is === "option" && section === undefined) {
        onRemark(
          `${shownPath(path)} is read no further than line ${at + 1}, which the server's own clients refuse`,
        );
        return;
      } else if (parsed.is === "option") {
        options.push({ section: section!, name: parsed.name, value: parsed.value, path, line: at + 1 });
      } else await include(parsed, `${shownPath(path)}, line ${at + 1}`, depth);
    }
  }

  async function include(
    { is, path }: { readonly is: "include" | "includedir"; readonly path: string },
    where: string,
    depth: number,
  ): Promise<void> {
    if (depth >= MAX_DEPTH) return onRemark(`${where}: files are included more than ${MAX_DEPTH} deep`);
    // The clients resolve a relative path against the folder they are started in, which Kedge cannot know.
    if (!isAbsolute(path)) return onRemark(`${where}: only whole paths are included`);
    if (is === "include") return await read(path, depth + 1);
    const names = await optionFiles(path);
    if (!names) return onRemark(`${where}: the folder cannot be read, where the server's own clients stop`);
    for (const name of names) await read(join(path, name), depth + 1);
  }

  for (const path of paths) await read(path, 0);
  return options;
}

/** Returns the names of the option files in a folder, sorted; null when the folder cannot be read. */
async function optionFiles(folder: string): Promise<string[] | null> {
  const names: string[] = [];
  try {
    for await (const { name } of Deno.readDir(folder)) {
      if (hostSystem().name === "windows" ? /\.(cnf|ini)$/.test(name) : name.endsWith(".cnf")) {
        names.push(name);
      }
      if (names.length > MAX_FILES) break;
    }
  } catch {
    return null;
  }
  return names.sort();
}
