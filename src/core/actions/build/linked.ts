import { Buffer } from "node:buffer";

/** What the table of functions begins with, from Go 1.20 on and before: runtime/symtab.go, pcHeader. */
const MAGIC = ["\xf1\xff\xff\xff\0\0", "\xf0\xff\xff\xff\0\0"] as const;

/**
 * Which of these functions the linker has put into a compiled program, by the names that Go's own stack traces need:
 * those are also in a program without symbols, and those of inlined functions are among them.
 */
export function linkedAmong(program: Uint8Array, names: Iterable<string>): string[] {
  const text = Buffer.from(program.buffer, program.byteOffset, program.byteLength).toString("latin1");
  const table = functionNames(text);
  // Of a Go that writes its table differently every byte is looked through.
  return [...names].filter(table ? (name) => table.has(name) : (name) => text.includes(`\0${name}\0`));
}

/** The names in the table; null when there is none in a form that is known. */
function functionNames(text: string): ReadonlySet<string> | null {
  for (const magic of MAGIC) {
    for (let at = text.indexOf(magic); at >= 0; at = text.indexOf(magic, at + 1)) {
      const word = text.charCodeAt(at + 7);
      if (word !== 4 && word !== 8) continue;
      const number = (index: number) => {
        const start = at + 8 + index * word;
        return Buffer.from(text.slice(start, start + word), "latin1").readUIntLE(0, Math.min(word, 6));
      };
      // Functions, files, where the text starts, then where the names begin and end, from here.
      const [begin, end] = [number(3), number(4)];
      if (begin <= 0 || end <= begin || at + end > text.length) continue;
      const names = new Set(text.slice(at + begin, at + end).split("\0"));
      if (names.has("main.main")) return names;
    }
  }
  return null;
}
