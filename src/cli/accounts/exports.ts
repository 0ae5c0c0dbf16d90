import { callingShell, type Shell, shellLines, SHELLS } from "../../core/aws/exports/shells.ts";
import { credentialVariables } from "../../core/aws/exports/variables.ts";
import { hostSystem } from "../../core/platform/mod.ts";
import type { Args } from "../args.ts";
import { EXIT } from "../exit.ts";
import { tell } from "./reporting.ts";
import { atRole } from "./surroundings.ts";

/** `--exports ACCOUNT/ROLE`: prints credentials as lines for a shell, because the user asked to see them. */
export async function run(args: Args): Promise<number> {
  const shell = (args.shell ?? callingShell(hostSystem().name, (name) => Deno.env.get(name))) as Shell;
  if (!SHELLS.includes(shell)) {
    return tell(args, `there is no shell "${args.shell}"`, `It is one of ${SHELLS.join(", ")}.`, EXIT.usage);
  }
  return await atRole(args, async ({ cloud }, wanted, signal) => {
    const variables = credentialVariables(await cloud.credentials(wanted, signal), wanted.region);
    if (args.json) console.log(JSON.stringify(variables));
    else console.log(shellLines(shell, variables).join("\n"));
    return EXIT.done;
  });
}
