import assert from "node:assert/strict";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../src", import.meta.url));

/** What reads a file whole, whatever it is and however large. */
const READS = /\b(?:Deno\.)?(?:readTextFile|readFile)(?:Sync)?\(/;

/** Files that are no one's to exchange but Kedge's own makers, and what is bounded by the system. */
const ALLOWED: Readonly<Record<string, string>> = {
  "core/actions/build/build.ts": "what was just compiled",
  "core/actions/build/sdk.ts": "the SDK that is shipped",
  "core/extensions/template.ts": "the starter that is shipped",
  "core/platform/agent_caller.ts": "tables of the kernel, and programs of agents",
  "core/platform/ancestors/linux.ts": "tables of the kernel",
  "core/platform/peer/mod.ts": "tables of the kernel",
  "core/platform/peer/holders.ts": "tables of the kernel",
  "core/platform/peer/press.ts": "tables of the kernel",
  "core/platform/peer/run_mark.ts": "tables of the kernel",
  "core/platform/peer/unix.ts": "tables of the kernel",
  "core/platform/process_tree/linux.ts": "tables of the kernel",
  "pages/bundle.ts": "Kedge's own sources",
  "tray/instance/connect.ts": "looked at before, because what it would load is slow",
  "tray/systray/binary.ts": "the helper that is shipped",
  "tray/windows/library.ts": "the library that is shipped",
};

async function* sources(folder: string): AsyncGenerator<string> {
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    if (isDirectory) yield* sources(join(folder, name));
    else if (/\.tsx?$/.test(name)) yield join(folder, name);
  }
}

Deno.test("files of the user are read by src/core/files/read.ts: bounded, and never waited for", async () => {
  const found: string[] = [];
  for await (const path of sources(ROOT)) {
    const name = relative(ROOT, path).replaceAll("\\", "/");
    if (READS.test(await Deno.readTextFile(path))) found.push(name);
  }
  assert.deepEqual(found.sort(), Object.keys(ALLOWED).sort());
});

/** Opens each entry that it has heard of, and waits at a pipe for ever, with every other watch of the program. */
const WATCHES =
  /\bDeno\.watchFs\(|\bfs\.watch(?:File)?\(|\bimport \{[^}]*\bwatch(?:File)?\b[^}]*\} from "node:fs/;

Deno.test("folders are watched by src/core/platform/watch: no entry is opened, so that none is waited for", async () => {
  const found: string[] = [];
  for await (const path of sources(ROOT)) {
    if (WATCHES.test(await Deno.readTextFile(path))) found.push(relative(ROOT, path).replaceAll("\\", "/"));
  }
  assert.deepEqual(found, ["core/platform/watch/runtime.ts"]);
});
