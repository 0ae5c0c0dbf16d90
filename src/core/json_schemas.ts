import * as z from "zod";
import type { Json } from "./json/node.ts";

/**
 * Schema for any JSON. Records of zod omit the key `__proto__`, which is a normal key in JSON, so these
 * schemas return the given object.
 */

const plain = z.json();

/** Any JSON value, unchanged. */
export const jsonValue: z.ZodType<Json> = z.custom<Json>((value) => plain.safeParse(value).success);

/** A record whose values have one form, with names of up to `longest` characters. */
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
