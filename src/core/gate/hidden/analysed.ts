import { eachNode, numbersOf, readTree, type TreeNode, type TreeValue } from "./node_tree.ts";

/**
 * The tables, functions and operators that a statement or a view uses, by PostgreSQL's own analysis. They are
 * identified by oid.
 */
export type Analysed = ReturnType<typeof analysed>;

const FUNCTIONS = ["funcid", "opfuncid", "aggfnoid", "winfnoid", "hashfuncid", "negfuncid", "elemfuncid"];
const OPERATORS = ["opno", "opnos", "sortop", "eqop", "sortOperator"];

/**
 * Reads the analysis in the rule of a view. `view` is the view's oid. `version` is the server's version
 * (150004), on which the numbering of columns depends: the sets of permissions start below the system
 * columns. Throws a SyntaxError for an analysis that it cannot read.
 */
export function analysed(rule: string, view: number, version: number) {
  const tree = readTree(rule);
  const below = version >= 120_000 ? 7 : 8;
  const reads = new Map<number, Set<number> | null>();
  const functions = new Set<number>(), operators = new Set<number>();
  let combined = false;
  eachNode(tree, ({ type, fields }) => {
    for (const name of FUNCTIONS) numbersOf(fields.get(name)).forEach((oid) => functions.add(oid));
    for (const name of OPERATORS) numbersOf(fields.get(name)).forEach((oid) => operators.add(oid));
    if (type === "QUERY" && fields.get("setOperations") !== "<>") combined = true;
    const entries = fields.get("rtable");
    if (Array.isArray(entries) && !entries.every((entry: TreeNode) => entry.fields?.has("rtekind"))) {
      throw new SyntaxError("tables in another form");
    }
    // This node is an RTE before PostgreSQL 15, and a RANGETBLENTRY since.
    const isTable = fields.get("rtekind") === "0";
    if (!isTable && type !== "RTEPERMISSIONINFO") return;
    const [table] = numbersOf(fields.get("relid"));
    if (table === undefined) throw new SyntaxError("a table without a number");
    if (table === view) return;
    const set = fields.get("selectedCols");
    const known = reads.get(table) ?? null;
    // Since PostgreSQL 16 the sets are outside of the table's entry.
    if (!Array.isArray(set) || set[0] !== "b") return void reads.set(table, known);
    const columns = set.slice(1).map((word) => Number(word) - below);
    reads.set(table, new Set([...known ?? [], ...columns]));
  });
  const targets = targetsOf(tree);
  return {
    /** Tables with the numbers of the columns that are read; 0 is the whole row. Null when the server does not tell. */
    reads,
    functions,
    operators,
    /** Returns the table column that a result column shows unchanged; undefined when it is computed. */
    source(column: number): { readonly table: number; readonly column: number } | undefined {
      const target = combined ? undefined : targets.get(column);
      const expression = target?.fields.get("expr") as TreeNode | undefined;
      const [table] = numbersOf(target?.fields.get("resorigtbl"));
      const [number] = numbersOf(target?.fields.get("resorigcol"));
      if (expression?.type !== "VAR" || table === undefined || number === undefined) return undefined;
      return { table, column: number };
    },
  };
}

/** Returns the columns of the outermost query by number. */
function targetsOf(tree: TreeValue): ReadonlyMap<number, TreeNode> {
  const query = (Array.isArray(tree) ? tree[0] : tree) as TreeNode;
  const list = query?.fields?.get("targetList");
  const targets = new Map<number, TreeNode>();
  for (const target of Array.isArray(list) ? list as TreeNode[] : []) {
    const [number] = numbersOf(target.fields.get("resno"));
    if (number !== undefined) targets.set(number, target);
  }
  return targets;
}
