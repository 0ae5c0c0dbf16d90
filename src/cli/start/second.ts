import type { KedgePaths } from "../../core/paths.ts";
import { askFirst } from "../../tray/instance/ask.ts";
import type { Args } from "../args.ts";
import { EXIT } from "../exit.ts";
import { printRefusal } from "../refusal.ts";
import { greeting, readAddress } from "./greeting.ts";

/**
 * Ends a start that found another Kedge and returns the exit status. `reached` tells whether that Kedge
 * answered. With `--browser` it prints an address. `--dev` gets here only when it could not reach that Kedge.
 */
export async function secondStart(args: Args, paths: KedgePaths, reached: boolean): Promise<number> {
  if (!reached) {
    const refusal = `another Kedge holds ${paths.home} but does not answer. End it, then start again.`;
    return printRefusal(args, refusal, undefined, EXIT.failed);
  }
  if (args.command === "dev") {
    const unreached = `--dev did not reach the Kedge that runs in ${paths.home}`;
    // That Kedge may have been starting until now.
    const hint = "Try again; if that does not help, quit that one first.";
    return printRefusal(args, unreached, hint, EXIT.failed);
  }
  const printed = args.browser ? readAddress(await askFirst(paths.home, "address", null)) : null;
  const unseen = printed === null && await askFirst(paths.home, "windows", null) === false;
  if (unseen) console.error(UNSEEN);
  if (args.json) console.log(JSON.stringify({ ok: true, ...(printed && { address: printed.address }) }));
  else if (printed) {
    console.error("Kedge runs already, in a browser.");
    console.log(greeting(printed, "Kedge goes on when this terminal is closed."));
  } else if (args.browser && !unseen) {
    const opened = args.hidden ? "." : ", and its palette was opened there.";
    console.error(`Kedge runs already${opened}\nTo have it in a browser, quit it first.`);
  }
  return EXIT.done;
}

const UNSEEN = "Kedge runs already, where it can show no window.\n" +
  "End that one with Ctrl+C in its terminal; kedge --browser then shows everything in a browser.";
