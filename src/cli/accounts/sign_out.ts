import { signOut } from "../../core/aws/session/sign_out.ts";
import { forgetSessionLists } from "../../core/resources/cached_list.ts";
import type { Args } from "../args.ts";
import { EXIT } from "../exit.ts";
import { PORTAL_MISSING } from "./sign_in.ts";
import { reporting, tell } from "./reporting.ts";
import { surroundings } from "./surroundings.ts";

/** `--sign-out`: ends the session on this machine, at the portal and for AWS's tools. */
export async function run(args: Args): Promise<number> {
  return await reporting(args, async (signal) => {
    const { cloud, paths } = surroundings();
    if (!cloud.session) return tell(args, PORTAL_MISSING[0], PORTAL_MISSING[1], EXIT.failed);
    const { was, problem } = await signOut(cloud.session, signal);
    // The lists of resources were read with this sign-in, so they are deleted too.
    await forgetSessionLists(`${paths.cache}/resources`);
    if (problem) console.error(`kedge: signed out on this machine only: ${problem.message}`);
    if (args.json) console.log(JSON.stringify({ ok: true }));
    else console.log(was ? "Signed out." : "You were not signed in.");
    return EXIT.done;
  });
}
