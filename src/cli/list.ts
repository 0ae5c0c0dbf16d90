import { visible } from "../core/bundle/mod.ts";
import { listExtensions } from "../core/extensions/mod.ts";
import { kedgePaths } from "../core/paths.ts";
import { appVersion } from "../core/version.ts";
import type { Args } from "./args.ts";
import { EXIT } from "./exit.ts";

/** `--list`: installed extensions with their actions, states and trust. */
export async function run({ json }: Args): Promise<number> {
  const extensions = await listExtensions(kedgePaths(), appVersion());
  if (json) {
    console.log(JSON.stringify(extensions));
    return EXIT.done;
  }
  if (extensions.length === 0) console.log("No extensions are installed. Install one: kedge --install FILE");
  for (const { id, name, version, trust, diagnostics, actions } of extensions) {
    console.log(visible([name, version, trust === "trusted" ? "" : trust].filter(Boolean).join(" · ")));
    for (const { message } of diagnostics) console.log(`  ! ${visible(message)}`);
    for (const action of actions) {
      const notes = [action.badge, action.state === "changed" ? "review again" : ""].filter(Boolean);
      console.log(`  ${visible([`${id}/${action.id}`, action.label, ...notes].join("  "))}`);
    }
  }
  return EXIT.done;
}
