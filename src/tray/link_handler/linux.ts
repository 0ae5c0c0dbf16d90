import { dirname, join } from "node:path";
import { makeFolder, writeFileAtomic } from "../../core/files/atomic.ts";
import { readRegularFile } from "../../core/files/read.ts";
import type { LaunchCommand } from "../login_item/text.ts";
import type { LinkHandler } from "./handler.ts";
import { LINKS_ENTRY, linksEntry, withLinkDefault } from "./text.ts";

/** Maximum size of a `mimeapps.list` in bytes; a large one has about 20,000. */
const MAX_SIZE = 1024 * 1024;

/**
 * Registers Kedge for links by a desktop entry of the user and a line in `mimeapps.list` that makes this
 * entry the default.
 */
export function linuxLinkHandler(
  command: LaunchCommand,
  env: Readonly<Record<string, string | undefined>>,
  home: string,
): LinkHandler {
  const folder = (name: string | undefined, usual: string) =>
    name?.startsWith("/") ? name : join(home, usual);
  const entry = join(folder(env.XDG_DATA_HOME, ".local/share"), "applications", LINKS_ENTRY);
  const defaults = join(folder(env.XDG_CONFIG_HOME, ".config"), "mimeapps.list");
  return {
    async set(on) {
      const before = await textOf(entry);
      // Without Kedge's entry there is nothing to remove, and the files of other programs are not read.
      if (!on && before === null) return;
      const text = linksEntry(command);
      if (on && before !== text) {
        await makeFolder(dirname(entry));
        await writeFileAtomic(entry, text, 0o644);
      }
      const listed = await textOf(defaults);
      const wanted = withLinkDefault(listed ?? "", on);
      if (wanted === "" && listed) await Deno.remove(defaults);
      else if (wanted !== (listed ?? "")) {
        await makeFolder(dirname(defaults));
        await writeFileAtomic(defaults, wanted, 0o644);
      }
      if (!on) await Deno.remove(entry);
    },
  };
}

async function textOf(path: string): Promise<string | null> {
  const read = await readRegularFile(path, MAX_SIZE);
  if (read.ok) return new TextDecoder("utf-8", { fatal: true }).decode(read.bytes);
  if (read.why === "missing") return null;
  throw new Error(read.message);
}
