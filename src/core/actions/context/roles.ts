import type { KedgePaths } from "../../paths.ts";
import { ownProperty } from "../../own_property.ts";
import { readStateFile, updateStateFile } from "../../state/state_file.ts";

const KEY = "roles";

/** Returns the role last used in an account; undefined when there is none. */
export async function lastRole(paths: KedgePaths, account: string): Promise<string | undefined> {
  return ownProperty(table((await readStateFile(paths))[KEY]), account);
}

/** Saves the role as the one last used in the account. */
export async function keepRole(paths: KedgePaths, account: string, role: string): Promise<void> {
  await updateStateFile(paths, KEY, (before) => {
    const roles = table(before);
    return ownProperty(roles, account) === role ? before : { ...roles, [account]: role };
  });
}

function table(value: unknown): Record<string, string> {
  if (typeof value !== "object" || value === null) return {};
  return Object.fromEntries(
    Object.entries(value).filter(([, role]) => typeof role === "string" && role !== ""),
  );
}
