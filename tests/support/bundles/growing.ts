import { actions, copies, filled, many, sources, withManifest } from "./costly.ts";
import { zip } from "./zip_writer.ts";

const KB = 1024;

/** Bundles of a shape, of `size` times as many bytes as the smallest one. */
export const GROWING: Readonly<Record<string, (size: number) => Uint8Array>> = {
  "many files": (size) =>
    withManifest({}, ...copies(99 * size, (i) => `t${i}.txt`, filled("some text\n", 64 * KB))),
  "long lines": (size) =>
    withManifest({}, ...copies(4, (i) => `t${i}.txt`, filled("text ", 1000 * KB * size))),
  "long lines of sources": (size) =>
    withManifest({}, ...sources(2, "a.b;", "package lib\nvar x = ", 1000 * KB * size)),
  "many lines": (size) => withManifest({}, ...copies(4, (i) => `t${i}.txt`, filled("\n", 1000 * KB * size))),
  "many imports": (size) => withManifest({}, ...sources(2, 'import"a"\n', "package lib\n", 500 * KB * size)),
  "different imports": (size) =>
    withManifest({}, {
      name: "lib/a.go",
      data: `package lib\nimport (\n${many(50_000 * size, (i) => `"${i}"`).join("\n")}\n)\n`,
    }),
  "functions that call each other": (size) =>
    withManifest({}, {
      name: "lib/a.go",
      data: `package lib\n${many(20_000 * size, (i) => `func f${i}() { f${i + 1}() }`).join("\n")}\n`,
    }),
  "hidden characters": (size) =>
    withManifest({}, ...sources(2, "// \u200b\n", "package lib\n", 500 * KB * size)),
  "many actions with a large config": (size) => {
    const config = Object.fromEntries(many(10_000 * size, (i) => [`key${i}`, i]));
    return withManifest({ config, actions: actions(500 * size) });
  },
  "many actions with a config of their own": (size) => {
    const config = Object.fromEntries(many(1000 * size, (i) => [`k${i}`, i]));
    return withManifest({ config, actions: actions(500 * size, (i) => ({ config: { [`k${i}`]: "x" } })) });
  },
  "many values": (size) => withManifest({ config: { list: many(80_000 * size, () => 1) } }),
  // Refused: each is told with the name that it was meant to be.
  "fields nearly named": (size) =>
    withManifest(Object.fromEntries(many(8000 * size, (i) => [`descriptio${i}`, 1]))),
  "fields with long names": (size) =>
    withManifest(Object.fromEntries(many(1500 * size, (i) => [`${"description".repeat(22)}${i}`, 1]))),
  "entries nearly named": (size) => {
    const name = (i: number) => `actions/${"n".repeat(25)}${i}.go`;
    const wrong = actions(200 * size, (i) => ({ entry: name(i + 1000) }));
    return nearly(wrong, name);
  },
  "entries with long names": (size) => {
    const name = (i: number) => `actions/${"n".repeat(239)}${i}.go`;
    const wrong = actions(200 * size, (i) => ({ entry: name(i + 1000) }));
    return nearly(wrong, name);
  },
};

/** Actions that begin in files that are nearly there. */
function nearly(actions: readonly Record<string, unknown>[], name: (index: number) => string): Uint8Array {
  const files = many(198, (i) => ({ name: name(i), data: "package action\n" }));
  return zip([{ name: "manifest.json", data: JSON.stringify({ id: "a", name: "A", actions }) }, ...files]);
}
