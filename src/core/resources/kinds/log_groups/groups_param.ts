import { GROUP_NAME } from "../../../aws/logs/group_name.ts";

/** Maximum number of log groups followed together. AWS allows five of these requests per second and account. */
export const MAX_FOLLOWED = 10;

/** Maximum characters of the window's parameter. */
const MAX_LENGTH = 4000;

/** Returns log groups as a parameter of a window; null for no groups, too many, or an invalid name. */
export function groupsParam(groups: readonly string[]): string | null {
  if (groups.length === 0 || groups.length > MAX_FOLLOWED) return null;
  const text = groups.join(" ");
  return text.length <= MAX_LENGTH && groups.every((group) => GROUP_NAME.test(group)) ? text : null;
}

/** Returns the log groups of a window's parameter; null when the parameter is invalid. */
export function groupsOf(param: string | undefined): readonly string[] | null {
  const groups = param?.split(" ") ?? [];
  return groupsParam(groups) === null ? null : groups;
}
