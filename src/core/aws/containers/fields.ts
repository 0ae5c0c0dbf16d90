import type { Answer } from "../wire/shape.ts";

/** Returns a text of a response as a property called `name`; empty when the response lacks it. */
export function textAs<Name extends string>(
  name: Name,
  item: Answer,
  field: string,
): { [N in Name]?: string } {
  const value = item.maybeText(field, 16_384);
  return value === undefined ? {} : { [name]: value } as { [N in Name]: string };
}

/** Returns a time of a response in ms since 1970 as a property called `name`; empty when the response lacks it. */
export function timeAs<Name extends string>(
  name: Name,
  item: Answer,
  field: string,
): { [N in Name]?: number } {
  const seconds = item.maybeNumber(field, 0, 1e11);
  return seconds === undefined ? {} : { [name]: Math.round(seconds * 1000) } as { [N in Name]: number };
}
