import { formatNumber } from "../../../../core/text/locale.ts";

/** A step of a plan. */
export interface PlanNode {
  readonly title: string;
  /** The objects and conditions of the step. */
  readonly details: readonly string[];
  /** Expected rows. `actual` is the number of rows when the plan was executed; null for unknown. */
  readonly rows: number | null;
  readonly actual: number | null;
  /** How often the step was executed. */
  readonly loops: number;
  /** Cost including all steps below: milliseconds where measured, else the server's estimate; null when unknown. */
  readonly total: number | null;
  /** The step's own share of the whole cost, from 0 to 1; null when unknown. */
  readonly share: number | null;
  readonly children: readonly PlanNode[];
}

/**
 * Whether far more or fewer rows came than were expected. Servers round the rows of each execution of a step, and
 * expect at least one.
 */
export function isMisjudged({ rows, actual, loops }: Pick<PlanNode, "rows" | "actual" | "loops">): boolean {
  return rows !== null && actual !== null &&
    (actual > 10 * (rows + loops) || rows > 10 * (actual + loops));
}

/** Parses a plan; null when the format is unknown. `measured`: whether the totals are milliseconds. */
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
    // Not JSON, but lines as Redshift writes them.
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

/** Keys of conditions and names in PostgreSQL's plans. */
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
  const [expected, actual] = [number(plan["Plan Rows"]), number(plan["Actual Rows"])];
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
    // Both numbers are those of one loop.
    rows: expected === null ? null : expected * (actual === null ? 1 : loops),
    actual: actual === null ? null : actual * loops,
    loops: Math.max(loops, 1),
    total: time === null ? number(plan["Total Cost"]) : time * loops,
    children: Array.isArray(plan.Plans) ? plan.Plans.filter(isObject).map(postgres) : [],
  };
}

/** In plans of MySQL and MariaDB each object is a step: tables and operations on them. */
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
    loops: 1,
    // Without costs, the number of examined rows is used as the cost.
    total: Math.max(cost ?? 0, below + (cost === null ? examined : 0)) || null,
    children,
  };
}

/** Parses lines such as `->  Step  (cost=0.00..1.25 rows=100 width=4)`, whose indentation is the depth. */
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
    const measures = { rows: number(rows), actual: null, loops: 1, total: number(cost) };
    const node = { title, details: [], ...measures, children: [] };
    while (open.length > 0 && open.at(-1)!.indent >= space.length) open.pop();
    if (open.length > 0) open.at(-1)!.node.children.push(node);
    else root ??= node;
    open.push({ indent: space.length, node });
  }
  return root;
}

/** Computes each step's own share of the whole. */
function shared(root: Bare): PlanNode {
  const total = root.total ?? 0;
  const add = (node: Bare): PlanNode => {
    const below = node.children.reduce((sum, { total }) => sum + (total ?? 0), 0);
    const share = node.total === null || total <= 0 ? null : Math.max(0, node.total - below) / total;
    return { ...node, share: share && Math.min(1, share), children: node.children.map(add) };
  };
  return add(root);
}
