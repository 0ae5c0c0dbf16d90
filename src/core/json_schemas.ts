import { z } from "zod";
import type { Json } from "./json/node.ts";

/** Schemas that keep what stands under `__proto__`: a key like any other in JSON, which zod's own leave out. */

const plain = z.json();

/** JSON as it was given. */
export const jsonValue: z.ZodType<Json> = z.custom<Json>((value) => plain.safeParse(value).success);

/** A record of what has one form, under any names of at most that many characters. */
export function recordOf<T>(
  form: z.ZodType<T>,
  longest = Infinity,
): z.ZodType<Readonly<Record<string, T>>> {
  return z.custom<Readonly<Record<string, unknown>>>((value) =>
    typeof value === "object" && value !== null && !Array.isArray(value) &&
    Object.keys(value).every((name) => name.length <= longest)
  ).transform((given, context) => {
    const read = Object.entries(given).map(([name, value]) => [name, form.safeParse(value)] as const);
    for (const [name, { error }] of read) {
      for (const { path } of error?.issues ?? []) {
        context.addIssue({ code: "custom", path: [name, ...path], message: "it has another form" });
      }
    }
    return Object.fromEntries(read.flatMap(([name, { data }]) => data === undefined ? [] : [[name, data]]));
  });
}
