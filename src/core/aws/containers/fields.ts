import type { Answer } from "../wire/shape.ts";

/** A text of an answer under a name of ours, where it is there. */
export function textAs<Name extends string>(
  name: Name,
  item: Answer,
  field: string,
): { [N in Name]?: string } {
  const value = item.maybeText(field, 16_384);
  return value === undefined ? {} : { [name]: value } as { [N in Name]: string };
}

/** A time of an answer, in ms since 1970, under a name of ours, where it is there. */
export function timeAs<Name extends string>(
  name: Name,
  item: Answer,
  field: string,
): { [N in Name]?: number } {
  const seconds = item.maybeNumber(field, 0, 1e11);
  return seconds === undefined ? {} : { [name]: Math.round(seconds * 1000) } as { [N in Name]: number };
}
