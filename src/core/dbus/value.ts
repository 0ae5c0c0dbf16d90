/** A value with its D-Bus type, where the type is not fixed. */
export class Variant {
  constructor(readonly signature: string, readonly value: Value) {}
}

/**
 * What travels on a bus: `x` and `t` as bigint, other numbers as number, `ay` as bytes, structs and
 * arrays as arrays, dictionaries as arrays of [key, value].
 */
export type Value = boolean | number | bigint | string | Uint8Array | Variant | readonly Value[];

/** A type of a signature: its code, and for `a`, `(` and `{` what is inside. */
export interface Type {
  readonly code: string;
  readonly inner: readonly Type[];
}

const BASIC = "ybnqiuxtdsogh";
/** The D-Bus specification's limits for nested arrays and structs together, and for a signature's length. */
const DEEPEST = 64, LONGEST_SIGNATURE = 255;

/** The complete types of a signature. Throws a TypeError on one that is not valid. */
export function parseSignature(signature: string): readonly Type[] {
  if (signature.length > LONGEST_SIGNATURE) throw new TypeError("D-Bus signature is too long");
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
    if (code === undefined || depth > DEEPEST) return fail();
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

/** Where values of a type begin: at multiples of this many bytes. */
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

/** Property names with their values as `a{sv}` wants them. */
export function dictionary(entries: Readonly<Record<string, Variant>>): Value {
  return Object.entries(entries);
}
