import { Buffer } from "node:buffer";

/** First bytes of Go's table of functions: from Go 1.20 on, and before (pcHeader in runtime/symtab.go). */
const MAGIC = ["\xf1\xff\xff\xff\0\0", "\xf0\xff\xff\xff\0\0"] as const;

/**
 * Returns those functions that the linker put into a compiled program. It reads the names that Go keeps for
 * stack traces, which are present even in a program without symbols and include inlined functions.
 */
export function linkedAmong(program: Uint8Array, names: Iterable<string>): string[] {
  const text = Buffer.from(program.buffer, program.byteOffset, program.byteLength).toString("latin1");
  const table = functionNames(text);
  // An unknown form of the table needs a search through all bytes.
  return [...names].filter(table ? (name) => table.has(name) : (name) => text.includes(`\0${name}\0`));
}

/**
 * Returns the names in the table; null when there is no table in a known form, or more than one, as data that a
 * program embeds may look like its table.
 */
function functionNames(text: string): ReadonlySet<string> | null {
  let found: ReadonlySet<string> | null = null;
  for (const magic of MAGIC) {
    for (let at = text.indexOf(magic); at >= 0; at = text.indexOf(magic, at + 1)) {
      const word = text.charCodeAt(at + 7);
      if (word !== 4 && word !== 8) continue;
      const number = (index: number) => {
        const start = at + 8 + index * word;
        return Buffer.from(text.slice(start, start + word), "latin1").readUIntLE(0, Math.min(word, 6));
      };
      // The header holds: number of functions, number of files, start of the code, then begin and end of the
      // names, relative to the header.
      const [begin, end] = [number(3), number(4)];
      if (begin <= 0 || end <= begin || at + end > text.length) continue;
      const names = new Set(text.slice(at + begin, at + end).split("\0"));
      if (!names.has("main.main")) continue;
      if (found) return null;
      found = names;
    }
  }
  return found;
}
