import { lazyImport } from "../../core/lazy_import.ts";
import { plainHome } from "../../core/home.ts";
import { isListing } from "../../core/extensions/listing_shape.ts";
import { kedgePaths } from "../../core/paths.ts";
import { shortened } from "../../core/text/shorten.ts";
import type { ExtensionState } from "../../core/state/state.ts";
import { spelled } from "../../core/text/hidden.ts";
import { askFirst } from "../../tray/instance/ask.ts";
import { isPrivate } from "../../tray/instance/connect.ts";
import type { Args } from "../args.ts";
import { EXIT } from "../exit.ts";
import { aligned } from "../width.ts";

/** A name as one looks through a list; a bundle may have one of 300 KB. */
const short = (text: string) => shortened(text, 200);

/** So many of the problems, and of the actions, of an extension are listed; of the others one reads how many there are. */
const FIRST = 100;

/** The beginning of a long list, a line of cells each, and how many more there are. */
function printFirst<T>(all: readonly T[], what: string, cells: (one: T) => string[]): void {
  for (const line of aligned(all.slice(0, FIRST).map(cells))) console.log(`  ${line}`);
  const more = all.length - FIRST;
  if (more > 0) console.log(`  … ${more} more ${what}${more === 1 ? "" : "s"}: kedge --list --json has all`);
}

/** `--list`: installed extensions with their actions, states and trust. */
export async function run({ json }: Args): Promise<number> {
  const extensions = await known() ?? await read(json);
  if (!extensions) return EXIT.refused;
  if (json) {
    console.log(JSON.stringify(extensions));
    return EXIT.done;
  }
  if (extensions.length === 0) console.log("No extensions are installed. Install one: kedge --install FILE");
  for (const { id, name, version, trust, diagnostics, actions } of extensions) {
    const title = [short(name), version && short(version), trust === "trusted" ? "" : trust];
    console.log(spelled(title.filter(Boolean).join(" · ")));
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

/** What the running Kedge has checked just now, or that there is nothing to check; null when it has to be read. */
async function known(): Promise<readonly ExtensionState[] | null> {
  const home = plainHome();
  if (!home) return null;
  try {
    // A home that others can write to may hold somebody else's answer.
    if (!await isPrivate(home)) return null;
    if (Deno.readDirSync(`${home}/extensions`)[Symbol.iterator]().next().done) return [];
    const answer = await askFirst(home, "extensions", null);
    return isListing(answer) ? answer : await keptFrom(home);
  } catch (error) {
    return error instanceof Deno.errors.NotFound ? [] : null;
  }
}

/** The list that was kept when all of it was checked last, as long as the files are the same; null when there is none. */
async function keptFrom(home: string): Promise<readonly ExtensionState[] | null> {
  const { keptListing, filesStamp } = await listing();
  const { extensions, cache } = kedgePaths(home);
  const stamp = filesStamp(extensions);
  return stamp === null ? null : keptListing(cache, stamp);
}

/** Reads and checks all of them; null in a home that is not safe. */
async function read(json: boolean): Promise<readonly ExtensionState[] | null> {
  const { homeIsSafe } = await lazyImport<typeof import("../home.ts")>("../home.ts", import.meta.url);
  if (!await homeIsSafe({ json, command: "list" })) return null;
  const { readExtensions } = await lazyImport<typeof import("./read_extensions.ts")>(
    "./read_extensions.ts",
    import.meta.url,
  );
  const { keepListing, filesStamp } = await listing();
  const { extensions, cache } = kedgePaths();
  // Before they are read: what changes from here on makes it another stamp.
  const stamp = filesStamp(extensions);
  const all = await readExtensions();
  if (stamp !== null) await keepListing(cache, stamp, all);
  return all;
}

const listing = () =>
  lazyImport<typeof import("../../core/extensions/kept_listing.ts")>(
    "../../core/extensions/kept_listing.ts",
    import.meta.url,
  );
