import { join } from "node:path";
import { readRegularFile } from "../../../files/read.ts";
import { knownHome } from "../../../platform/home.ts";
import { hostSystem } from "../../../platform/host.ts";
import { homely } from "../../../text/homely.ts";

/** Maximum bytes of another client's file, which is enough for thousands of lines. */
const MAX_SIZE = 1 << 20;

/** The lines of another client's file. */
export interface ClientFile {
  readonly path: string;
  /** The lines in order, without their line breaks. */
  readonly lines: readonly string[];
  /** Permissions of the file; null when the system has none. */
  readonly mode: number | null;
}

/** Reads a file of another client; null when there is none. A remark says why it cannot be read. */
export async function readClientFile(
  path: string,
  onRemark: (remark: string) => void,
): Promise<ClientFile | null> {
  const read = await readRegularFile(path, MAX_SIZE);
  if (!read.ok) {
    if (read.why !== "missing") onRemark(`${read.message}, so its logins are not offered`);
    return null;
  }
  if (read.bytes.includes(0)) {
    onRemark(`${shownPath(path)} holds zero bytes, so its logins are not offered`);
    return null;
  }
  const { mode } = await Deno.stat(path);
  // A byte order mark is part of the first line, as it is for the file's own clients.
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(read.bytes);
  return { path, lines: text.split("\n"), mode: hostSystem().name === "windows" ? null : mode };
}

/** Whether a text from a file is complete; bytes that are not UTF-8 became U+FFFD. */
export const isValidUtf8 = (text: string): boolean => !text.includes("\ufffd");

/** Returns a text without the ASCII spaces around it, which are those that clients written in C remove. */
export function trimmed(text: string): string {
  let [from, to] = [0, text.length];
  while (from < to && isSpace(text, from)) from++;
  while (to > from && isSpace(text, to - 1)) to--;
  return text.slice(from, to);
}

function isSpace(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code === 0x20 || code >= 0x09 && code <= 0x0d;
}

/** Returns the path of a client's own file: in the home, and on Windows in the folder for application data. */
export function usualFile(appData: string | undefined, name: string, windows: string): string | null {
  if (hostSystem().name === "windows") return appData ? join(appData, windows) : null;
  const home = knownHome();
  return home === null ? null : join(home, name);
}

/** Returns a path as people write it: `~/.pgpass`. */
export function shownPath(path: string): string {
  return homely(path, knownHome() ?? undefined);
}
