import { formatNumber } from "../../../../core/text/locale.ts";

/** A step of a plan. */
export interface PlanNode {
  readonly title: string;
  /** What it is done to, and on which condition. */
  readonly details: readonly string[];
  /** Rows that are expected, and that came where the plan was carried out. */
  readonly rows: number | null;
  readonly actual: number | null;
  /** What it takes with all below it: time in ms where it was measured, else what the server thinks it costs. */
  readonly total: number | null;
  /** What it takes by itself, as a part of the whole, from 0 to 1; null when nobody knows. */
  readonly share: number | null;
  readonly children: readonly PlanNode[];
}

/** A plan, or null when the text is none that is understood. `measured`: the totals are ms. */
export function planOf(text: string): { readonly root: PlanNode; readonly measured: boolean } | null {
  try {
    const read: unknown = JSON.parse(text);
    const first = Array.isArray(read) ? read[0] : read;
    const document = fields(first);
    if (isObject(document.Plan)) {
      const measured = typeof document.Plan["Actual Total Time"] === "number";
      return { root: shared(postgres(document.Plan)), measured };
    }
    if (isObject(document.query_block)) {
      return { root: shared(mysql("query", document.query_block)), measured: false };
    }
  } catch {
    // Not JSON: the lines that Redshift writes.
  }
  const root = fromLines(text);
  return root && { root: shared(root), measured: false };
}

type Fields = Readonly<Record<string, unknown>>;
type Bare = Omit<PlanNode, "share" | "children"> & { readonly children: readonly Bare[] };

function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function fields(value: unknown): Fields {
  return isObject(value) ? value : {};
}

function number(value: unknown): number | null {
  const read = typeof value === "string" && value !== "" ? Number(value) : value;
  return typeof read === "number" && Number.isFinite(read) ? read : null;
}

/** What a condition or name is called in the plan of PostgreSQL. */
const POSTGRES_DETAILS = [
  "Index Name",
  "Index Cond",
  "Hash Cond",
  "Merge Cond",
  "Join Filter",
  "Filter",
  "Sort Key",
  "Group Key",
  "CTE Name",
] as const;

function postgres(plan: Fields): Bare {
  const table = plan["Relation Name"];
  const loops = number(plan["Actual Loops"]) ?? 1;
  const time = number(plan["Actual Total Time"]);
  const type = String(plan["Node Type"] ?? "Step");
  const join = typeof plan["Join Type"] === "string" && plan["Join Type"] !== "Inner"
    ? ` (${plan["Join Type"]})`
    : "";
  const removed = number(plan["Rows Removed by Filter"]);
  return {
    title: `${type}${join}${table === undefined ? "" : ` on ${table}`}`,
    details: [
      ...POSTGRES_DETAILS.flatMap((key) =>
        plan[key] === undefined ? [] : [`${key}: ${[plan[key]].flat().join(", ")}`]
      ),
      ...(removed ? [`Rows removed by the filter: ${formatNumber(removed * loops)}`] : []),
    ],
    rows: number(plan["Plan Rows"]),
    actual: number(plan["Actual Rows"]) === null ? null : number(plan["Actual Rows"])! * loops,
    total: time === null ? number(plan["Total Cost"]) : time * loops,
    children: Array.isArray(plan.Plans) ? plan.Plans.filter(isObject).map(postgres) : [],
  };
}

/** Of MySQL's and MariaDB's plans each object is a step: tables, and what is done with them. */
function mysql(name: string, step: Fields): Bare {
  const children: Bare[] = [];
  for (const [key, value] of Object.entries(step)) {
    if (key === "cost_info") continue;
    if (isObject(value)) children.push(mysql(key, value));
    else if (Array.isArray(value)) {
      for (const one of value) {
        if (!isObject(one)) continue;
        const [inner] = Object.entries(one);
        if (inner && isObject(inner[1]) && Object.keys(one).length === 1) {
          children.push(mysql(inner[0], inner[1]));
        } else children.push(mysql(key, one));
      }
    }
  }
  const costs = fields(step.cost_info);
  const rows = number(step.rows_produced_per_join) ?? number(step.rows);
  const cost = number(costs.query_cost) ?? number(costs.prefix_cost) ?? number(step.cost);
  const below = children.reduce((sum, { total }) => sum + (total ?? 0), 0);
  const examined = number(step.rows_examined_per_scan) ?? number(step.rows) ?? 0;
  return {
    title: step.table_name === undefined
      ? name.replaceAll("_", " ")
      : `${step.access_type} on ${step.table_name}`,
    details: ["key", "attached_condition", "used_key_parts", "filtered", "message"].flatMap((key) =>
      step[key] === undefined ? [] : [`${key.replaceAll("_", " ")}: ${[step[key]].flat().join(", ")}`]
    ),
    rows,
    actual: number(step.r_rows),
    // Where the server tells no costs, the rows that are looked at stand for them.
    total: Math.max(cost ?? 0, below + (cost === null ? examined : 0)) || null,
    children,
  };
}

/** `->  Step  (cost=0.00..1.25 rows=100 width=4)`, deeper by its indentation. */
function fromLines(text: string): Bare | null {
  type Open = { indent: number; node: Bare & { children: Bare[]; details: string[] } };
  const open: Open[] = [];
  let root: Bare | null = null;
  for (const line of text.split("\n")) {
    const found = /^(\s*)(?:->\s+)?(.*?)\s+\(cost=[\d.]+\.\.([\d.]+) rows=(\d+)/.exec(line);
    if (!found) {
      if (line.trim() !== "") open.at(-1)?.node.details.push(line.trim());
      continue;
    }
    const [, space = "", title = "", cost, rows] = found;
    const node = { title, details: [], rows: number(rows), actual: null, total: number(cost), children: [] };
    while (open.length > 0 && open.at(-1)!.indent >= space.length) open.pop();
    if (open.length > 0) open.at(-1)!.node.children.push(node);
    else root ??= node;
    open.push({ indent: space.length, node });
  }
  return root;
}

/** Tells of each step which part of the whole it is by itself. */
function shared(root: Bare): PlanNode {
  const total = root.total ?? 0;
  const add = (node: Bare): PlanNode => {
    const below = node.children.reduce((sum, { total }) => sum + (total ?? 0), 0);
    const share = node.total === null || total <= 0 ? null : Math.max(0, node.total - below) / total;
    return { ...node, share: share && Math.min(1, share), children: node.children.map(add) };
  };
  return add(root);
}
