/** A value together with its D-Bus type, for places where the type is not fixed. */
export class Variant {
  constructor(readonly signature: string, readonly value: Value) {}
}

/**
 * A value on a bus: `x` and `t` are bigint, other numbers number, `ay` bytes, structs and arrays arrays,
 * dictionaries arrays of [key, value].
 */
export type Value = boolean | number | bigint | string | Uint8Array | Variant | readonly Value[];

/** A type in a signature: its code, and the inner types of `a`, `(` and `{`. */
export interface Type {
  readonly code: string;
  readonly inner: readonly Type[];
}

const BASIC = "ybnqiuxtdsogh";
/** Limits of the D-Bus specification: nesting of arrays and structs together, and length of a signature. */
const MAX_DEPTH = 64, MAX_SIGNATURE_LENGTH = 255;

/** Returns the complete types of a signature. Throws a TypeError when it is invalid. */
export function parseSignature(signature: string): readonly Type[] {
  if (signature.length > MAX_SIGNATURE_LENGTH) throw new TypeError("D-Bus signature is too long");
  let at = 0;
  const fail = (): never => {
    throw new TypeError(`not a D-Bus signature: "${signature}"`);
  };
  const until = (end: string, depth: number): Type[] => {
    const types: Type[] = [];
    while (signature[at] !== end) types.push(one(depth));
    at++;
    return types.length > 0 ? types : fail();
  };
  const one = (depth: number): Type => {
    const code = signature[at++];
    if (code === undefined || depth > MAX_DEPTH) return fail();
    if (BASIC.includes(code) || code === "v") return { code, inner: [] };
    if (code === "(") return { code, inner: until(")", depth + 1) };
    if (code !== "a") return fail();
    if (signature[at] !== "{") return { code, inner: [one(depth + 1)] };
    at++;
    const inner = until("}", depth + 1);
    if (inner.length !== 2 || !BASIC.includes(inner[0]!.code)) return fail();
    return { code, inner: [{ code: "{", inner }] };
  };
  const types: Type[] = [];
  while (at < signature.length) types.push(one(0));
  return types;
}

/** Returns the alignment of a type in bytes: its values begin at multiples of it. */
export function alignment(type: Type): number {
  switch (type.code) {
    case "y":
    case "g":
    case "v":
      return 1;
    case "n":
    case "q":
      return 2;
    case "x":
    case "t":
    case "d":
    case "(":
    case "{":
      return 8;
    default:
      return 4;
  }
}

/** Returns property names with their values in the form of `a{sv}`. */
export function dictionary(entries: Readonly<Record<string, Variant>>): Value {
  return Object.entries(entries);
}
