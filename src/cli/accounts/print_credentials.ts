import { processDocument } from "../../core/aws/credentials/document.ts";
import type { Args } from "../args.ts";
import { EXIT } from "../exit.ts";
import { homeIsSafe } from "../home.ts";
import { atRole } from "./surroundings.ts";
import type { RoleTarget } from "./target.ts";

/** Prints credentials that this process fetches itself. Returns the exit status. */
export async function printCredentials(args: Args, target: RoleTarget): Promise<number> {
  if (!await homeIsSafe(args)) return EXIT.refused;
  return await atRole(args, async ({ cloud }, wanted, signal) => {
    console.log(JSON.stringify(processDocument(await cloud.credentials(wanted, signal))));
    return EXIT.done;
  }, target);
}
