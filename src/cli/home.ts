import { secureHome } from "../core/files/home.ts";
import { kedgePaths } from "../core/paths.ts";

/** Closes the home to others; says on the terminal why it may not be used, or what was wrong with it. */
export async function homeIsSafe(): Promise<boolean> {
  const check = await secureHome(kedgePaths().home);
  if (!check.ok) console.error(`kedge: ${check.message}\n${check.hint}`);
  else if (check.notice) console.error(`kedge: ${check.notice}`);
  return check.ok;
}
