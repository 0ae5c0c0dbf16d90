import { GROUP_NAME } from "../../../aws/logs/group_name.ts";

/** The most groups that are followed as one: AWS lets an account ask five times a second. */
export const MOST_FOLLOWED = 10;

/** The most characters of a window's parameter. */
const LONGEST = 4000;

/** Log groups as a window's parameter says them; null when these are none, or too many. */
export function groupsParam(groups: readonly string[]): string | null {
  if (groups.length === 0 || groups.length > MOST_FOLLOWED) return null;
  const text = groups.join(" ");
  return text.length <= LONGEST && groups.every((group) => GROUP_NAME.test(group)) ? text : null;
}

/** The log groups of a window's parameter; null when it names none. */
export function groupsOf(param: string | undefined): readonly string[] | null {
  const groups = param?.split(" ") ?? [];
  return groupsParam(groups) === null ? null : groups;
}
