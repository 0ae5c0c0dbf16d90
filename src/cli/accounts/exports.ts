import { type Shell, shellLines, SHELLS, usualShell } from "../../core/aws/exports/shells.ts";
import { credentialVariables } from "../../core/aws/exports/variables.ts";
import { hostSystem } from "../../core/platform/mod.ts";
import type { Args } from "../args.ts";
import { EXIT } from "../exit.ts";
import { reporting, surroundings, targetOf, tell } from "./surroundings.ts";

/** `--exports ACCOUNT/ROLE`: credentials as lines for a shell, whose user asked to see them. */
export async function run(args: Args): Promise<number> {
  const shell = (args.shell ?? usualShell(hostSystem().name, (name) => Deno.env.get(name))) as Shell;
  if (!SHELLS.includes(shell)) {
    return tell(args, `there is no shell "${args.shell}"`, `It is one of ${SHELLS.join(", ")}.`, EXIT.usage);
  }
  return await reporting(args, async (signal) => {
    const around = surroundings();
    const found = await targetOf(args, around);
    if (!found) return EXIT.usage;
    const { account, role, region } = found;
    const variables = credentialVariables(
      await around.cloud.credentials({ account, role, region }, signal),
      region,
    );
    if (args.json) console.log(JSON.stringify(variables));
    else console.log(shellLines(shell, variables).join("\n"));
    return EXIT.done;
  });
}
