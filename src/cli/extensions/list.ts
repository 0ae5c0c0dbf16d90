import { lazyImport } from "../../core/lazy_import.ts";
import { plainHome } from "../../core/home.ts";
import { isListing } from "./listing.ts";
import { shortened } from "../../core/text/shorten.ts";
import type { ExtensionState } from "../../core/state/state.ts";
import { spelled } from "../../core/text/hidden.ts";
import { askFirst } from "../../tray/instance/ask.ts";
import { isPrivate } from "../../tray/instance/connect.ts";
import type { Args } from "../args.ts";
import { EXIT } from "../exit.ts";
import { aligned } from "../width.ts";

/** Returns a name of readable length, because a bundle may contain one of 300 KB. */
const short = (text: string) => shortened(text, 200);

/** Maximum problems and maximum actions listed of each extension; the number of the others is printed. */
const FIRST = 100;

/** Prints the beginning of a long list, a line of cells each, and the number of the other entries. */
function printFirst<T>(all: readonly T[], what: string, cells: (one: T) => string[]): void {
  for (const line of aligned(all.slice(0, FIRST).map(cells))) console.log(`  ${line}`);
  const more = all.length - FIRST;
  if (more > 0) console.log(`  … ${more} more ${what}${more === 1 ? "" : "s"}: kedge --list --json has all`);
}

/** `--list`: lists installed extensions with their actions, states and trust. */
export async function run({ json }: Args): Promise<number> {
  const extensions = await known() ?? await read(json);
  if (!extensions) return EXIT.refused;
  if (json) {
    console.log(JSON.stringify(extensions));
    return EXIT.done;
  }
  if (extensions.length === 0) console.log("No extensions are installed. Install one: kedge --install FILE");
  for (const { id, name, version, trust, withdrawn, diagnostics, actions } of extensions) {
    const title = [short(name), version && short(version), trust === "trusted" ? "" : trust];
    console.log(spelled(title.filter(Boolean).join(" · ")));
    if (withdrawn) console.log(`  ! ${spelled(withdrawn.error)} ${spelled(withdrawn.hint)}`);
    printFirst(diagnostics, "problem", ({ message }) => [`! ${spelled(message)}`]);
    printFirst(actions, "action", (action) => {
      const notes = [action.badge ?? "", action.state === "changed" ? "review again" : ""];
      return [`${id}/${action.id}`, short(action.label), ...notes.filter(Boolean)].map((cell) =>
        spelled(cell)
      );
    });
  }
  return EXIT.done;
}

/**
 * Returns the list that the running Kedge has just checked, or an empty list when nothing is installed.
 * Returns null when the files must be read.
 */
async function known(): Promise<readonly ExtensionState[] | null> {
  const home = plainHome();
  if (!home) return null;
  try {
    // In a home that others can write to, another user's program may answer.
    if (!await isPrivate(home)) return null;
    if (Deno.readDirSync(`${home}/extensions`)[Symbol.iterator]().next().done) return [];
    const answer = await askFirst(home, "extensions", null);
    return isListing(answer) ? answer : null;
  } catch (error) {
    return error instanceof Deno.errors.NotFound ? [] : null;
  }
}

/** Reads and checks all extensions; null in a home that is not safe. */
async function read(json: boolean): Promise<readonly ExtensionState[] | null> {
  const { homeIsSafe } = await lazyImport<typeof import("../home.ts")>("../home.ts", import.meta.url);
  if (!await homeIsSafe({ json, command: "list" })) return null;
  const { readExtensions } = await lazyImport<typeof import("./read_extensions.ts")>(
    "./read_extensions.ts",
    import.meta.url,
  );
  return await readExtensions();
}
