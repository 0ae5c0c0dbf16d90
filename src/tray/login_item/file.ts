import { dirname } from "node:path";
import { makeFolder, writeFileAtomic } from "../../core/files/atomic.ts";
import { readRegularFile } from "../../core/files/read.ts";
import type { LoginItem } from "./item.ts";

/** Returns a login item that is a file with exactly this text. */
export function fileLoginItem(
  path: string,
  text: string,
  isSwitchedOff: (text: string) => boolean = () => false,
): LoginItem {
  return {
    async state() {
      const found = await read(path);
      if (found === null) return "off";
      if (isSwitchedOff(found)) return "switched-off";
      return found === text ? "on" : "other";
    },
    async set(on) {
      if (on) {
        await makeFolder(dirname(path));
        await writeFileAtomic(path, text);
      } else {
        await Deno.remove(path).catch((error) => {
          if (!(error instanceof Deno.errors.NotFound)) throw error;
        });
      }
    },
  };
}

/** Maximum size of a login item file in bytes; Kedge's own has a few hundred. */
const MAX_SIZE = 256 * 1024;

async function read(path: string): Promise<string | null> {
  const read = await readRegularFile(path, MAX_SIZE);
  if (read.ok) return new TextDecoder().decode(read.bytes);
  if (read.why === "missing") return null;
  throw new Error(read.message);
}
