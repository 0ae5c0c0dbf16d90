import { Buffer } from "node:buffer";
import { crc32, deflateRawSync } from "node:zlib";
import { ACTION, manifest } from "./bundles.ts";
import { type Entry, zip } from "./zip_writer.ts";

const KB = 1024, MB = 1024 * KB;

/** Returns a bundle that uses a share of what the limits allow; 1 is the largest possible bundle. */
type Shape = (share: number) => Uint8Array;

const many = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: Math.max(1, Math.round(count)) }, (_, i) => make(i));

/** Returns many entries with the same bytes, compressed once. */
function copies(count: number, name: (index: number) => string, data: Buffer): Entry[] {
  const raw = deflateRawSync(data), crc = crc32(data);
  return many(count, (index) => ({ name: name(index), raw, crc, size: data.length }));
}

const filled = (text: string, size = 2 * MB) => Buffer.alloc(Math.round(size), text);
/** Returns sources of 2 MB each that repeat one text. */
const sources = (count: number, text: string, head = "package lib\n", size = 2 * MB) =>
  copies(
    count,
    (i) => `lib${i}/a.go`,
    Buffer.concat([Buffer.from(head), filled(text, size - head.length - text.length), Buffer.from("\n")]),
  );
/** Returns four sources of a share of 2 MB each. */
const repeated = (text: string, head?: string): Shape => (share) =>
  withManifest({}, ...sources(4, text, head, 2 * MB * share));

const actions = (count: number, more: (index: number) => Record<string, unknown> = () => ({})) =>
  many(count, (i) => ({ id: `a${i}`, label: "A", entry: "actions/run.go", ...more(i) }));
const withManifest = (changes: Record<string, unknown>, ...more: Entry[]): Uint8Array =>
  zip([
    { name: "manifest.json", data: JSON.stringify(manifest(changes)) },
    { name: "actions/run.go", data: ACTION },
    ...more,
  ]);
const fields = (count: number, name: (index: number) => string) =>
  Object.fromEntries(many(count, (i) => [name(i), i]));

/**
 * Returns actions whose entries do not exist but resemble existing files; `longer` is the number of
 * additional characters in their names.
 */
const nearly = (count: number, longer: number): Shape => (share) => {
  const name = (index: number) => `actions/${"n".repeat(longer)}${index}.go`;
  const files = many(198, (i) => ({ name: name(i), data: "package action\n" }));
  const wrong = actions(count * share, (i) => ({ entry: name(i + 1000) }));
  return zip([
    { name: "manifest.json", data: JSON.stringify({ id: "a", name: "A", actions: wrong }) },
    ...files,
  ]);
};

/** Bundles within all limits that cost a careless reader much time or memory. */
export const COSTLY: Readonly<Record<string, Shape>> = {
  "a source of two million lines": (share) =>
    withManifest({}, ...sources(1, "\n", undefined, 2 * MB * share)),
  "texts of two million lines": (share) =>
    withManifest({}, ...copies(20, (i) => `t${i}.txt`, filled("\n", 2 * MB * share))),
  "texts of one line": (share) =>
    withManifest({}, ...copies(20, (i) => `t${i}.txt`, filled("text ", 2 * MB * share))),
  "198 texts of 2 MB": (share) =>
    withManifest({}, ...copies(198 * share, (i) => `t${i}.txt`, filled("some text\n"))),
  "198 binaries of 2 MB": (share) => withManifest({}, ...copies(198 * share, (i) => `b${i}`, filled("\0"))),
  "198 sources of 2 MB": (share) => withManifest({}, ...sources(198 * share, "// x\n")),
  "1.5 million imports": repeated('import"a"\n'),
  "a million imports in groups": repeated('"a"\n', "package lib\nimport (\n"),
  "different imports": (share) =>
    withManifest({}, {
      name: "lib/a.go",
      data: `package lib\nimport (\n${many(200_000 * share, (i) => `"${i}"`).join("\n")}\n)\n`,
    }),
  "sources of nothing but functions": repeated("func a(){b();c.d()}\n"),
  "functions that call each other": (share) =>
    withManifest({}, {
      name: "lib/a.go",
      data: `package lib\n${many(75_000 * share, (i) => `func f${i}() { f${i + 1}() }`).join("\n")}\n`,
    }),
  "sources of nothing but directives": repeated("//go:x\n"),
  "sources of hidden characters": repeated("// \u200b\n"),
  "sources of turned characters": repeated("\u202e\n"),
  "sources of brackets": repeated("(", "package lib\nvar x = "),
  "sources of one line": repeated("a.b;", "package lib\nvar x = "),
  "1,000 actions and 30,000 keys": (share) =>
    withManifest({ config: fields(30_000 * share, (i) => `key${i}`), actions: actions(1000 * share) }),
  "1,000 actions with a key each and 3,000 keys": (share) =>
    withManifest({
      config: fields(3000 * share, (i) => `k${i}`),
      actions: actions(1000 * share, (i) => ({ config: { [`k${i}`]: "x" } })),
    }),
  "30,000 actions": (share) => withManifest({ actions: actions(30_000 * share) }),
  "10,000 actions with one icon of 512 KB": (share) => {
    const icon = Buffer.concat([
      Buffer.from("<?xml version='1.0'?>"),
      filled("<!---->", 7 * Math.round(70_000 * share)),
      Buffer.from("<svg/>"),
    ]);
    return withManifest({ actions: actions(10_000 * share, () => ({ icon: "i.svg" })) }, {
      name: "i.svg",
      data: icon,
    });
  },
  "20,000 accounts": (share) =>
    withManifest({
      actions: actions(20_000 * share, (i) => ({
        contextMode: "custom",
        account: String(i).padStart(12, "0"),
      })),
    }),
  "a config of 190 levels": (share) => {
    let config: unknown = many(100_000 * share, () => 1);
    for (let level = 0; level < 190; level++) config = [config];
    return withManifest({ config: { config } });
  },
  "a config of 200,000 values": (share) => withManifest({ config: { list: many(200_000 * share, () => 1) } }),
  "a config of 30,000 fields": (share) => withManifest({ config: fields(30_000 * share, (i) => `fiel${i}`) }),
  "30,000 unknown fields": (share) => withManifest(fields(30_000 * share, (i) => `descriptio${i}`)),
  "unknown fields with names of 250 characters": (share) =>
    withManifest(fields(7500 * share, (i) => `${"description".repeat(22)}${i}`)),
  "texts of 300 KB in every field": (share) => {
    const text = "a\u200b ".repeat(60_000 * share);
    return withManifest({ name: text, description: text, version: text, author: text });
  },
  "names of 250 characters": (share) =>
    withManifest({}, ...many(198 * share, (i) => ({ name: `${"n".repeat(247)}${i}`, data: "x" }))),
  "entries nearly named": nearly(20_000, 20),
  "entries nearly named in 250 characters": nearly(6500, 239),
};
