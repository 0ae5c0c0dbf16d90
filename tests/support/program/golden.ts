import { fileURLToPath } from "node:url";
import { join } from "node:path";
import type { RunDocument } from "./actions.ts";

/** The folder of the golden suite, and those in it: scripts by what they are about. */
export const SCRIPTS = fileURLToPath(new URL("../../scripts", import.meta.url));
const ROOMS = ["dialogs", "surroundings", "endings"] as const;

/** What stands at the end of a script: its surroundings, its answers, and what `--run --json` says. */
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

/** Other files that the suite's bundle has, by path. */
export async function sharedFiles(): Promise<Record<string, string>> {
  return {
    "lib/data.txt": await Deno.readTextFile(join(SCRIPTS, "lib/data.txt")),
    "lib/words/words.go": await Deno.readTextFile(join(SCRIPTS, "lib/words/words.go")),
  };
}

/** Writes what a script says now as what it must say: for an author who has read the difference. */
export async function rewrite(script: Script, expected: Omit<RunDocument, "ms">): Promise<void> {
  const block = readable({ ...script.golden, expected });
  await Deno.writeTextFile(
    join(SCRIPTS, script.room, `${script.name}.go`),
    `${script.source}\n/*golden\n${block}\n*/\n`,
  );
}

/** The longest line of a golden block, in characters, where a value is longer than a text. */
const WIDTH = 110;

/** JSON in lines: each value stands in one line where it fits. */
function readable(value: unknown, indent = ""): string {
  // A line break of this text never stands within a string.
  const line = JSON.stringify(value, null, 1).replace(/\n\s*/g, " ");
  if (typeof value !== "object" || value === null || indent.length + line.length <= WIDTH) return line;
  const inner = `${indent}  `;
  const parts = Array.isArray(value)
    ? value.map((one) => readable(one, inner))
    : Object.entries(value).map(([key, one]) => `${JSON.stringify(key)}: ${readable(one, inner)}`);
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  return `${open}\n${parts.map((part) => inner + part).join(",\n")}\n${indent}${close}`;
}
