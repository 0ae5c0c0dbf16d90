import { processDocument } from "../../core/aws/credentials/document.ts";
import type { Args } from "../args.ts";
import { EXIT } from "../exit.ts";
import { homeIsSafe } from "../home.ts";
import { reporting, surroundings, targetOf } from "./surroundings.ts";
import type { RoleTarget } from "./target.ts";

/** Prints credentials that this process asks for itself. */
export async function printCredentials(args: Args, target: RoleTarget): Promise<number> {
  if (!await homeIsSafe()) return EXIT.refused;
  return await reporting(args, async (signal) => {
    const around = surroundings();
    const found = await targetOf(args, around, target);
    if (!found) return EXIT.usage;
    const { account, role, region } = found;
    const credentials = await around.cloud.credentials({ account, role, region }, signal);
    console.log(JSON.stringify(processDocument(credentials)));
    return EXIT.done;
  });
}
