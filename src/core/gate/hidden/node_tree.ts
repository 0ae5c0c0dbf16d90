/** A value in PostgreSQL's text form of an analysed statement (`pg_node_tree`): a word, a node, or a list. */
export type TreeValue = string | TreeNode | readonly TreeValue[];

/** A node; its fields have the names in the server's source. */
export interface TreeNode {
  readonly type: string;
  readonly fields: ReadonlyMap<string, TreeValue>;
}

/** Parses such a text. Throws SyntaxError when it is malformed, RangeError when it is nested too deeply. */
export function readTree(text: string): TreeValue {
  let at = 0;
  let next = take();
  const tree = value();
  if (next !== "") throw new SyntaxError("more than one tree");
  return tree;

  /** Reads the next word like the server: a backslash includes the following character in it. */
  function take(): string {
    while (at < text.length && " \n\t".includes(text[at]!)) at++;
    const start = at;
    if (at < text.length && "(){}".includes(text[at]!)) return text[at++]!;
    while (at < text.length && !" \n\t(){}".includes(text[at]!)) at += text[at] === "\\" ? 2 : 1;
    return text.slice(start, at);
  }

  function step(): string {
    const word = next;
    if (word === "") throw new SyntaxError("the tree ends early");
    next = take();
    return word;
  }

  function value(): TreeValue {
    const word = step();
    if (word === "(") {
      const list: TreeValue[] = [];
      while (next !== ")") list.push(value());
      step();
      return list;
    }
    if (word !== "{") return word;
    const type = step();
    const fields = new Map<string, TreeValue>();
    while (next !== "}") {
      const name = step();
      if (!name.startsWith(":")) throw new SyntaxError("a field without a name");
      // A text may look like a field's name, but the first word after a name is always its value.
      fields.set(name.slice(1), value());
      // The bytes of a constant follow.
      while (next !== "}" && !next.startsWith(":")) value();
    }
    step();
    return { type, fields };
  }
}

/** Calls `visit` for every node of a tree. */
export function eachNode(tree: TreeValue, visit: (node: TreeNode) => void): void {
  if (typeof tree === "string") return;
  if (Array.isArray(tree)) return tree.forEach((one: TreeValue) => eachNode(one, visit));
  const node = tree as TreeNode;
  visit(node);
  for (const field of node.fields.values()) eachNode(field, visit);
}

/** Returns the numbers of a set (`(b 8 9)`), a list (`(o 97 98)`) or a single word, without zeros. */
export function numbersOf(field: TreeValue | undefined): number[] {
  const words = typeof field === "string" ? [field] : Array.isArray(field) ? field : [];
  return words.map(Number).filter((number) => Number.isInteger(number) && number !== 0);
}
