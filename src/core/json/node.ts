/** A JSON document as a tree that remembers where everything stands. Offsets are UTF-16 units from 0. */
export type Node = ObjectNode | ArrayNode | StringNode | NumberNode | WordNode | InvalidNode;

interface Span {
  readonly start: number;
  /** The offset behind the last character. */
  readonly end: number;
}

export interface ObjectNode extends Span {
  readonly kind: "object";
  readonly members: readonly Member[];
  /** A problem was found in it, so that what seems to be missing may be there. */
  readonly broken: boolean;
}

export interface ArrayNode extends Span {
  readonly kind: "array";
  readonly items: readonly Node[];
}

export interface StringNode extends Span {
  readonly kind: "string";
  readonly value: string;
  /** A problem was found in it, so that what it says is guessed. */
  readonly broken?: true;
}

export interface NumberNode extends Span {
  readonly kind: "number";
  readonly value: number;
}

/** `true`, `false` or `null`. */
interface WordNode extends Span {
  readonly kind: "boolean" | "null";
  readonly value: boolean | null;
}

/** Text where a value should be; a problem has been reported for it. */
export interface InvalidNode extends Span {
  readonly kind: "invalid";
}

/** One `"key": value` of an object, in file order; duplicates are all there. */
export interface Member {
  readonly key: string;
  readonly keyStart: number;
  readonly keyEnd: number;
  readonly value: Node;
  /** It stands alone, without a colon or a value: it may be no key at all. */
  readonly alone?: true;
}

/** A plain JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** The member that counts for a key: the last one, as `JSON.parse` has it. Only objects have members. */
export function memberOf(node: Node | undefined, key: string): Member | undefined {
  return node?.kind === "object" ? node.members.findLast((member) => member.key === key) : undefined;
}

/** The node at a path, or undefined where there is none. */
export function nodeAt(root: Node, path: readonly (string | number)[]): Node | undefined {
  let node: Node | undefined = root;
  for (const step of path) {
    if (typeof step === "number") node = node?.kind === "array" ? node.items[step] : undefined;
    else node = memberOf(node, step)?.value;
  }
  return node;
}

/** The plain value of a tree, as `JSON.parse` makes it; `__proto__` is an ordinary key. */
export function toValue(node: Node): Json {
  switch (node.kind) {
    case "object": {
      const result: Record<string, Json> = {};
      for (const { key, value } of node.members) {
        Object.defineProperty(result, key, {
          value: toValue(value),
          enumerable: true,
          configurable: true,
          writable: true,
        });
      }
      return result;
    }
    case "array":
      return node.items.map(toValue);
    case "invalid":
      return null;
    default:
      return node.value;
  }
}
