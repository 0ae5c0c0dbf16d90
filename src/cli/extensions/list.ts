import { spelled } from "../../core/text/hidden.ts";
import { shortened } from "../../core/text/shorten.ts";
import { listExtensions } from "../../core/extensions/mod.ts";
import { kedgePaths } from "../../core/paths.ts";
import { appVersion } from "../../core/version.ts";
import type { Args } from "../args.ts";
import { EXIT } from "../exit.ts";

/** A name as one looks through a list; a bundle may have one of 300 KB. */
const short = (text: string) => shortened(text, 200);

/** So many of the problems, and of the actions, of an extension are listed; of the others one reads how many there are. */
const FIRST = 100;

/** The beginning of a long list, a line each, and how many more there are. */
function printFirst<T>(all: readonly T[], what: string, line: (one: T) => string): void {
  for (const one of all.slice(0, FIRST)) console.log(line(one));
  const more = all.length - FIRST;
  if (more > 0) console.log(`  … ${more} more ${what}${more === 1 ? "" : "s"}: kedge --list --json has all`);
}

/** `--list`: installed extensions with their actions, states and trust. */
export async function run({ json }: Args): Promise<number> {
  const extensions = await listExtensions(kedgePaths(), appVersion());
  if (json) {
    console.log(JSON.stringify(extensions));
    return EXIT.done;
  }
  if (extensions.length === 0) console.log("No extensions are installed. Install one: kedge --install FILE");
  for (const { id, name, version, trust, diagnostics, actions } of extensions) {
    const title = [short(name), version && short(version), trust === "trusted" ? "" : trust];
    console.log(spelled(title.filter(Boolean).join(" · ")));
    printFirst(diagnostics, "problem", ({ message }) => `  ! ${spelled(message)}`);
    printFirst(actions, "action", (action) => {
      const notes = [action.badge, action.state === "changed" ? "review again" : ""].filter(Boolean);
      return `  ${spelled([`${id}/${action.id}`, short(action.label), ...notes].join("  "))}`;
    });
  }
  return EXIT.done;
}
