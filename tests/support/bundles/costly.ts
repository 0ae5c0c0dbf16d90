import { Buffer } from "node:buffer";
import { crc32, deflateRawSync } from "node:zlib";
import { ACTION, manifest } from "./bundles.ts";
import { type Entry, zip } from "./zip_writer.ts";

const MB = 1024 * 1024;

/** Many entries of the same bytes, packed once. */
export function copies(count: number, name: (index: number) => string, data: Buffer): Entry[] {
  const raw = deflateRawSync(data), crc = crc32(data);
  return Array.from({ length: count }, (_, index) => ({ name: name(index), raw, crc, size: data.length }));
}

export const filled = (text: string, size = 2 * MB) => Buffer.alloc(size, text);
const go = (body: string, size = 2 * MB) =>
  Buffer.concat([Buffer.from("package lib\n"), filled(body, size - 12)]);
const entry: Entry = { name: "actions/run.go", data: ACTION };
export const withManifest = (changes: Record<string, unknown>, ...more: Entry[]): Uint8Array =>
  zip([{ name: "manifest.json", data: JSON.stringify(manifest(changes)) }, entry, ...more]);
export const many = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i));
export const actions = (count: number, more: (index: number) => Record<string, unknown> = () => ({})) =>
  many(count, (i) => ({ id: `a${i}`, label: "A", entry: "actions/run.go", ...more(i) }));
export const sources = (count: number, text: string, head = "package lib\n", size = 2 * MB) =>
  copies(
    count,
    (i) => `lib${i}/a.go`,
    Buffer.concat([
      Buffer.from(head),
      Buffer.alloc(size - head.length - text.length, text),
      Buffer.from("\n"),
    ]),
  );

/** Bundles within every limit that cost a careless reader time or memory. */
export const COSTLY: Readonly<Record<string, () => Uint8Array>> = {
  "a source of two million lines": () => withManifest({}, { name: "lib/a.go", data: go("\n") }),
  "texts of two million lines": () => withManifest({}, ...copies(20, (i) => `t${i}.txt`, filled("\n"))),
  "198 texts of 2 MB": () => withManifest({}, ...copies(198, (i) => `t${i}.txt`, filled("some text\n"))),
  "198 binaries of 2 MB": () => withManifest({}, ...copies(198, (i) => `b${i}`, filled("\0"))),
  "198 sources of 2 MB": () => withManifest({}, ...sources(198, "// x\n")),
  "1.5 million imports": () => withManifest({}, ...sources(4, 'import"a"\n')),
  "a million imports in groups": () => withManifest({}, ...sources(4, '"a"\n', "package lib\nimport (\n")),
  "different imports": () =>
    withManifest({}, {
      name: "lib/a.go",
      data: `package lib\nimport (\n${many(200_000, (i) => `"${i}"`).join("\n")}\n)\n`,
    }),
  "sources of nothing but functions": () => withManifest({}, ...sources(4, "func a(){b();c.d()}\n")),
  "sources of nothing but directives": () => withManifest({}, ...sources(4, "//go:x\n")),
  "sources of hidden characters": () => withManifest({}, ...sources(4, "// \u200b\n")),
  "sources of turned characters": () => withManifest({}, ...sources(4, "\u202e\n")),
  "sources of brackets": () => withManifest({}, ...sources(4, "(", "package lib\nvar x = ")),
  "1,000 actions and 30,000 keys": () => {
    const config = Object.fromEntries(many(30_000, (i) => [`key${i}`, i]));
    return withManifest({ config, actions: actions(1000) });
  },
  "1,000 actions with a key each and 3,000 keys": () => {
    const config = Object.fromEntries(many(3000, (i) => [`k${i}`, i]));
    return withManifest({ config, actions: actions(1000, (i) => ({ config: { [`k${i}`]: "x" } })) });
  },
  "30,000 actions": () => withManifest({ actions: actions(30_000) }),
  "10,000 actions with one icon of 512 KB": () => {
    const icon = Buffer.concat([
      Buffer.from("<?xml version='1.0'?>"),
      filled("<!---->", 7 * 70_000),
      Buffer.from("<svg/>"),
    ]);
    return withManifest({ actions: actions(10_000, () => ({ icon: "i.svg" })) }, {
      name: "i.svg",
      data: icon,
    });
  },
  "20,000 accounts": () =>
    withManifest({
      actions: actions(20_000, (i) => ({ contextMode: "custom", account: String(i).padStart(12, "0") })),
    }),
  "a config of 190 levels": () => {
    let config: unknown = many(100_000, () => 1);
    for (let level = 0; level < 190; level++) config = [config];
    return withManifest({ config: { config } });
  },
  "a config of 200,000 values": () => withManifest({ config: { list: many(200_000, () => 1) } }),
  "30,000 unknown fields": () => withManifest(Object.fromEntries(many(30_000, (i) => [`fiel${i}`, 1]))),
  "texts of 300 KB in every field": () => {
    const text = "a\u200b ".repeat(60_000);
    return withManifest({ name: text, description: text, version: text, author: text });
  },
  "names of 250 characters": () =>
    withManifest({}, ...many(198, (i) => ({ name: `${"n".repeat(247)}${i}`, data: "x" }))),
};

/** Those that take most: time, memory, or both. */
export const COSTLIEST: readonly string[] = [
  "198 texts of 2 MB",
  "198 sources of 2 MB",
  "1.5 million imports",
  "a million imports in groups",
  "sources of nothing but functions",
  "30,000 actions",
];
