import { lazyImport } from "../core/lazy_import.ts";
import { secureHome } from "../core/files/home.ts";
import { kedgePaths } from "../core/paths.ts";
import type { Args } from "./args.ts";
import { EXIT } from "./exit.ts";

/** Makes the home private to the user and returns whether it may be used. Prints why not, or what was changed. */
export async function homeIsSafe(args: Pick<Args, "json" | "command">): Promise<boolean> {
  const check = await secureHome(kedgePaths().home);
  if (!check.ok) {
    const { printRefusal } = await lazyImport<typeof import("./refusal.ts")>("./refusal.ts", import.meta.url);
    printRefusal(args, check.message, check.hint, EXIT.refused);
  } else if (check.notice) console.error(`kedge: ${check.notice}`);
  return check.ok;
}
