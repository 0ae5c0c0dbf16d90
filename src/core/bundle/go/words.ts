import { Buffer } from "node:buffer";
import { eachFile } from "../files.ts";
import { readGo } from "./read.ts";

/**
 * Tells whether a Go source among the files contains the word anywhere, even in a string or a comment. A
 * function that no source names can only be called through names made at run time.
 */
export function sourcesName(files: ReadonlyMap<string, Uint8Array>, word: string): boolean {
  const sources = files.keys().filter((path) => path.endsWith(".go"));
  for (const [, bytes] of eachFile(files, sources)) if (hasWord(bytes, word)) return true;
  return false;
}

/**
 * Tells whether a Go source among the files may call a method of that name: the name follows a dot or is in
 * an interface. When sources use templates, which call methods by texts, the name counts anywhere.
 */
export function sourcesCall(files: ReadonlyMap<string, Uint8Array>, name: string): boolean {
  const sources = [...files.keys()].filter((path) => path.endsWith(".go"));
  let found = false, word = false;
  for (const [, bytes] of eachFile(files, sources)) {
    if (!hasWord(bytes, name)) continue;
    word = true;
    const fault = readGo(bytes, { select: (_, selected) => void (found ||= selected === name) });
    if (found || fault) return true;
  }
  return word && sourcesName(files, "template");
}

function hasWord(bytes: Uint8Array, word: string): boolean {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = buffer.indexOf(word); at >= 0; at = buffer.indexOf(word, at + 1)) {
    if (!isWordByte(buffer[at - 1]) && !isWordByte(buffer[at + word.length])) return true;
  }
  return false;
}

function isWordByte(byte: number | undefined): boolean {
  return byte !== undefined && /[0-9A-Za-z_]/.test(String.fromCharCode(byte));
}
