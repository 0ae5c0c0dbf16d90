/** A JSON document as a tree with positions. Offsets are in UTF-16 units from 0. */
export type Node = ObjectNode | ArrayNode | StringNode | NumberNode | WordNode | InvalidNode;

interface Span {
  readonly start: number;
  /** Offset after the last character. */
  readonly end: number;
}

export interface ObjectNode extends Span {
  readonly kind: "object";
  readonly members: readonly Member[];
  /** Whether the object has a problem, so that a member that seems to be missing may be there. */
  readonly broken: boolean;
}

export interface ArrayNode extends Span {
  readonly kind: "array";
  readonly items: readonly Node[];
}

export interface StringNode extends Span {
  readonly kind: "string";
  readonly value: string;
  /** Set when the string has a problem, so that its value is a guess. */
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

/** Text in place of a value, for which a problem has been reported. */
export interface InvalidNode extends Span {
  readonly kind: "invalid";
}

/** One `"key": value` of an object, in the order of the text and including duplicates. */
export interface Member {
  readonly key: string;
  readonly keyStart: number;
  readonly keyEnd: number;
  readonly value: Node;
  /** Set when the text has neither colon nor value, so that this may not be a key at all. */
  readonly alone?: true;
}

/** A plain JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** Returns the member with a key: the last one, as in `JSON.parse`. Only objects have members. */
export function memberOf(node: Node | undefined, key: string): Member | undefined {
  return node?.kind === "object" ? node.members.findLast((member) => member.key === key) : undefined;
}

/** Returns the node at a path; undefined when there is none. */
export function nodeAt(root: Node, path: readonly (string | number)[]): Node | undefined {
  let node: Node | undefined = root;
  for (const step of path) {
    if (typeof step === "number") node = node?.kind === "array" ? node.items[step] : undefined;
    else node = memberOf(node, step)?.value;
  }
  return node;
}

/** Returns the plain value of a tree, as `JSON.parse` does; `__proto__` is an ordinary key. */
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
