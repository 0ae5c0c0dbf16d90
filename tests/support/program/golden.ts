import { fileURLToPath } from "node:url";
import { join } from "node:path";
import type { RunDocument } from "./actions.ts";

/** Folder of the golden suite, and its subfolders, which group scripts by subject. */
export const SCRIPTS = fileURLToPath(new URL("../../scripts", import.meta.url));
const ROOMS = ["dialogs", "surroundings", "endings"] as const;

/** The block at the end of a script: its environment, its answers, and the document of `--run --json`. */
export interface Golden {
  readonly answers: readonly unknown[];
  readonly config?: Readonly<Record<string, unknown>>;
  readonly account?: { readonly id: string; readonly role: string; readonly region: string };
  readonly secrets?: Readonly<Record<string, string>>;
  readonly expected?: Omit<RunDocument, "ms">;
}

/** A script of the golden suite. */
export interface Script {
  readonly name: string;
  readonly room: string;
  readonly source: string;
  readonly golden: Golden;
}

const BLOCK = /\/\*golden\n([^]*)\n\*\/\n$/;

/** Reads the golden suite. */
export async function readScripts(): Promise<Script[]> {
  const scripts: Script[] = [];
  for (const room of ROOMS) {
    for await (const { name } of Deno.readDir(join(SCRIPTS, room))) {
      const text = await Deno.readTextFile(join(SCRIPTS, room, name));
      const block = BLOCK.exec(text);
      if (!block) throw new Error(`${name} does not end in /*golden … */`);
      scripts.push({
        name: name.slice(0, -3),
        room,
        source: text.slice(0, block.index).trimEnd() + "\n",
        golden: JSON.parse(block[1]!),
      });
    }
  }
  return scripts.sort((a, b) => a.name < b.name ? -1 : 1);
}

/** Returns other files of the suite's bundle, by path. */
export async function sharedFiles(): Promise<Record<string, string>> {
  return {
    "lib/data.txt": await Deno.readTextFile(join(SCRIPTS, "lib/data.txt")),
    "lib/words/words.go": await Deno.readTextFile(join(SCRIPTS, "lib/words/words.go")),
  };
}

/** Writes the current result of a script as its expected result, for an author who has read the difference. */
export async function rewrite(script: Script, expected: Omit<RunDocument, "ms">): Promise<void> {
  const block = readable({ ...script.golden, expected });
  await Deno.writeTextFile(
    join(SCRIPTS, script.room, `${script.name}.go`),
    `${script.source}\n/*golden\n${block}\n*/\n`,
  );
}

/** Maximum length of a line in a golden block in characters, for values other than texts. */
const WIDTH = 110;

/** Returns JSON in which each value is on one line if it fits. */
function readable(value: unknown, indent = ""): string {
  // A line break here is never inside of a string.
  const line = JSON.stringify(value, null, 1).replace(/\n\s*/g, " ");
  if (typeof value !== "object" || value === null || indent.length + line.length <= WIDTH) return line;
  const inner = `${indent}  `;
  const parts = Array.isArray(value)
    ? value.map((one) => readable(one, inner))
    : Object.entries(value).map(([key, one]) => `${JSON.stringify(key)}: ${readable(one, inner)}`);
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  return `${open}\n${parts.map((part) => inner + part).join(",\n")}\n${indent}${close}`;
}
