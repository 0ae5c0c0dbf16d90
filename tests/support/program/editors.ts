import { basename, dirname, join } from "node:path";
import type { Need } from "../systems.ts";

/** A way in which editors and tools save a file. */
export interface Editor {
  readonly name: string;
  /** What it needs of the system. */
  readonly needs?: readonly Need[];
  save(file: string, text: string): Promise<void>;
}

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** Runs a program; throws its error output when it fails. */
async function run(program: string, ...args: string[]): Promise<void> {
  const { success, stderr } = await new Deno.Command(program, { args, stdin: "null" }).output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
}

/** All ways of saving that are known to produce different events for a watcher. */
export const EDITORS: readonly Editor[] = [
  {
    name: "written in place (nano, Visual Studio Code)",
    save: (file, text) => Deno.writeTextFile(file, text),
  },
  {
    name: "truncated first and written a moment later",
    async save(file, text) {
      await Deno.truncate(file);
      await pause(60);
      await Deno.writeTextFile(file, text);
    },
  },
  {
    name: "written in pieces",
    async save(file, text) {
      const handle = await Deno.open(file, { write: true, truncate: true });
      const bytes = new TextEncoder().encode(text);
      for (let i = 0; i < bytes.length; i += Math.ceil(bytes.length / 5)) {
        await handle.write(bytes.subarray(i, i + Math.ceil(bytes.length / 5)));
        await pause(8);
      }
      handle.close();
    },
  },
  {
    name: "a temporary file renamed over it (JetBrains, Emacs, Kedge)",
    async save(file, text) {
      const temporary = `${file}.tmp`;
      await Deno.writeTextFile(temporary, text);
      await Deno.rename(temporary, file);
    },
  },
  {
    name: "moved to a backup and written anew (vim)",
    async save(file, text) {
      await Deno.rename(file, `${file}~`);
      await Deno.writeTextFile(file, text);
      await Deno.remove(`${file}~`);
    },
  },
  {
    name: "deleted and created",
    async save(file, text) {
      await Deno.remove(file);
      await pause(40);
      await Deno.writeTextFile(file, text);
    },
  },
  {
    name: "sed -i",
    needs: ["shell"],
    async save(file, text) {
      const other = await Deno.makeTempFile();
      await Deno.writeTextFile(other, text);
      await run("/usr/bin/sed", "-i", "-e", `1r ${other}`, "-e", "d", file);
      await Deno.remove(other);
    },
  },
  {
    name: "copied over by the system's own program (cp, copy)",
    async save(file, text) {
      const other = join(dirname(file), `.${basename(file)}.other`);
      await Deno.writeTextFile(other, text);
      if (Deno.build.os === "windows") await run("cmd.exe", "/c", "copy", "/y", other, file);
      else await run("/usr/bin/cp", other, file);
      await Deno.remove(other);
    },
  },
];
