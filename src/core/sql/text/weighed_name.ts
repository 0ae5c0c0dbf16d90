import { foldedName } from "../../config/hidden_columns.ts";

/**
 * Returns a name in a form that is equal for all names by which MySQL and MariaDB find the same function or,
 * in a table of many columns, the same column. They compare these by weights: ß weighs as much as one s, a
 * Greek iota below a letter as much as one beside it, and spaces at the end weigh nothing.
 */
export function weighedName(name: string): string {
  return foldedName(name.replaceAll(/[ßẞ]/g, "s").replaceAll("\u0345", "ι")).trimEnd();
}
