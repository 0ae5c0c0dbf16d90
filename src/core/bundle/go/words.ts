import { Buffer } from "node:buffer";
import { eachFile } from "../files.ts";

/**
 * Tells whether a Go source among the files has the word, wherever it stands: also in a text or a comment. What
 * no source names, no source calls; only what calls by names made at run time could.
 */
export function sourcesName(files: ReadonlyMap<string, Uint8Array>, word: string): boolean {
  const sources = files.keys().filter((path) => path.endsWith(".go"));
  for (const [, bytes] of eachFile(files, sources)) if (hasWord(bytes, word)) return true;
  return false;
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
