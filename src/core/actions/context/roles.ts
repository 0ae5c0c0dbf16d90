import type { KedgePaths } from "../../paths.ts";
import { fieldsOf } from "../../json_values.ts";
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
  const isRole = (one: [string, unknown]): one is [string, string] =>
    typeof one[1] === "string" && one[1] !== "";
  return Object.fromEntries(Object.entries(fieldsOf(value)).filter(isRole));
}
