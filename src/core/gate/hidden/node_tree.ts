/** A value in PostgreSQL's own text of an analysed statement (`pg_node_tree`): a word, a node, or a list. */
export type TreeValue = string | TreeNode | readonly TreeValue[];

/** A node: its fields are those of the server's source. */
export interface TreeNode {
  readonly type: string;
  readonly fields: ReadonlyMap<string, TreeValue>;
}

/** Reads such a text. Throws SyntaxError where it is malformed, RangeError where it is too deep. */
export function readTree(text: string): TreeValue {
  let at = 0;
  let next = take();
  const tree = value();
  if (next !== "") throw new SyntaxError("more than one tree");
  return tree;

  /** The next word as the server cuts them: a backslash keeps what follows within it. */
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
      // A text may look like a field's name: the first word behind a name is always its value.
      fields.set(name.slice(1), value());
      // What follows are the bytes of a constant.
      while (next !== "}" && !next.startsWith(":")) value();
    }
    step();
    return { type, fields };
  }
}

/** Calls `visit` for every node within a tree. */
export function eachNode(tree: TreeValue, visit: (node: TreeNode) => void): void {
  if (typeof tree === "string") return;
  if (Array.isArray(tree)) return tree.forEach((one: TreeValue) => eachNode(one, visit));
  const node = tree as TreeNode;
  visit(node);
  for (const field of node.fields.values()) eachNode(field, visit);
}

/** The numbers of a set (`(b 8 9)`) or list (`(o 97 98)`); of a single word that number; without zeros. */
export function numbersOf(field: TreeValue | undefined): number[] {
  const words = typeof field === "string" ? [field] : Array.isArray(field) ? field : [];
  return words.map(Number).filter((number) => Number.isInteger(number) && number !== 0);
}
