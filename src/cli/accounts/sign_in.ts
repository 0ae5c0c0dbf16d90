import { openInBrowser, voidTickets } from "../../core/platform/browser/mod.ts";
import { sessionType } from "../../core/platform/mod.ts";
import { signIn, type SignInPrompt } from "../../core/aws/sign_in/sign_in.ts";
import type { Args } from "../args.ts";
import { EXIT } from "../exit.ts";
import { momentWords } from "../../core/state/sign_in_words.ts";
import { block } from "../../core/text/outside.ts";
import { reporting, tell } from "./reporting.ts";
import { surroundings } from "./surroundings.ts";

/** `--sign-in`: signs in at the configured portal, in a browser or with a code that can be typed on any machine. */
export async function run(args: Args): Promise<number> {
  return await reporting(args, async (signal) => {
    const { cloud } = surroundings();
    if (!cloud.session) return tell(args, PORTAL_MISSING[0], PORTAL_MISSING[1], EXIT.failed);
    const host = new URL(cloud.session.portal.startUrl).host;
    const token = await signIn(cloud.session, {
      method: args.device ? "device" : "browser",
      signal,
      show: (prompt) => show(prompt, host, args),
    }).finally(voidTickets);
    const expiresAt = new Date(token.expiresAt);
    if (args.json) console.log(JSON.stringify({ ok: true, expiresAt: expiresAt.toISOString() }));
    else {
      console.log(
        `Signed in at ${host} until ${momentWords(token.expiresAt, Date.now())}${
          token.refreshToken ? ", then renewed" : ""
        }.`,
      );
    }
    return EXIT.done;
  });
}

/** Message and next step when no portal is configured. */
export const PORTAL_MISSING = [
  "No sign-in portal is configured.",
  "Set ssoStartUrl and ssoRegion in config.json.",
] as const;

/**
 * Prints instructions on standard error, with each address on its own line. Opens a browser unless the user
 * does not want one.
 */
function show(prompt: SignInPrompt, host: string, args: Args): void {
  const say = (...lines: string[]) => console.error(block(lines.join("\n")));
  const opens = !args["no-browser"] && sessionType() !== "none";
  const address = prompt.kind === "browser" ? prompt.address : prompt.completeAddress;
  const where = prompt.kind === "browser" ? "in a browser of this machine" : "on any machine";
  if (opens) {
    say(`Sign in at ${host} in the browser that opens. If none does, open ${where}:`, "", address, "");
  } else say(`To sign in at ${host}, open ${where}:`, "", address, "");
  if (prompt.kind === "device") {
    const minutes = Math.round((prompt.until - Date.now()) / 60_000);
    say("and allow it when it shows this code:", "", `  ${prompt.code}`, "");
    say(`The code can also be typed in at ${prompt.address} within ${minutes} minutes.`);
  } else if (!opens) {
    say("With a browser of another machine: kedge --sign-in --device");
  }
  if (!opens) return;
  void openInBrowser(address, (code) => say(`The browser asks for this code: ${code}`)).then((opened) => {
    if (!opened.ok) say(opened.message);
  });
}
