import { type Analysed, analysed } from "./analysed.ts";
import type { HiddenPatterns } from "../../config/hidden_columns.ts";
import type { Ask } from "./ask.ts";
import { isPlainFunction, SYSTEM_TABLES, TELLING_COLUMNS } from "./system_names.ts";

/** Maximum tables checked for one statement, and maximum partitions and parents of these. */
const MAX_TABLES = 500, MAX_KIN = 50_000;

/** Begins a query about tables with their kin: all partitions, parents and parents' other children. */
const FAMILY = `with recursive asked(oid) as (select distinct pg_catalog.unnest($1::pg_catalog.oid[])),
    up(root, oid) as (select oid, oid from asked
      union select up.root, i.inhparent from up join pg_catalog.pg_inherits i on i.inhrelid = up.oid),
    kin(root, oid) as (select root, oid from up
      union select kin.root, i.inhrelid from kin join pg_catalog.pg_inherits i on i.inhparent = kin.oid)`;
const KIN = `${FAMILY}
  select kin.root, n.nspname, c.relname, c.relkind from kin join pg_catalog.pg_class c on c.oid = kin.oid
    join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  order by kin.root, kin.oid <> kin.root limit ${MAX_KIN + 1}`;
/**
 * Selects columns, each once for every column from which the server computes it in one of the table's kin.
 * Before PostgreSQL 15 the column itself depends on these, and not its expression.
 */
const COLUMNS =
  `${FAMILY}, computed(root, name, source) as (select distinct kin.root, c.attname, s.attname from kin
    join pg_catalog.pg_depend d on d.refclassid = 'pg_catalog.pg_class'::pg_catalog.regclass
      and d.refobjid = kin.oid and d.refobjsubid > 0
    left join pg_catalog.pg_attrdef e on d.classid = 'pg_catalog.pg_attrdef'::pg_catalog.regclass and e.oid = d.objid
    join pg_catalog.pg_attribute c on c.attrelid = kin.oid and c.attnum <> d.refobjsubid and c.attnum = case
      when d.classid = 'pg_catalog.pg_class'::pg_catalog.regclass and d.objid = kin.oid then d.objsubid
      when e.adrelid = kin.oid then e.adnum end
    join pg_catalog.pg_attribute s on s.attrelid = kin.oid and s.attnum = d.refobjsubid)
  select a.attrelid, a.attnum, a.attname, computed.source from pg_catalog.pg_attribute a
    left join computed on computed.root = a.attrelid and computed.name = a.attname
  where a.attrelid = any ($1::pg_catalog.oid[]) and a.attnum > 0 and not a.attisdropped`;
const RULES = `select ev_class, ev_action::text from pg_catalog.pg_rewrite
  where ev_class = any ($1::pg_catalog.oid[]) and rulename = '_RETURN'`;
const FUNCTIONS = `select p.oid, n.nspname, p.proname, coalesce((select e.extname from pg_catalog.pg_depend d
      join pg_catalog.pg_extension e on e.oid = d.refobjid
      where d.classid = 'pg_catalog.pg_proc'::pg_catalog.regclass and d.objid = p.oid and d.deptype = 'e'
        and d.refclassid = 'pg_catalog.pg_extension'::pg_catalog.regclass limit 1), '')
  from pg_catalog.pg_proc p join pg_catalog.pg_namespace n on n.oid = p.pronamespace
  where p.oid = any ($1::pg_catalog.oid[])
    or p.oid in (select o.oprcode from pg_catalog.pg_operator o where o.oid = any ($2::pg_catalog.oid[]))`;

interface Table {
  readonly schema: string;
  readonly name: string;
  readonly kind: string;
  /** Names of the hidden columns by column number; in the server's catalog, of those that tell values. */
  readonly hidden: ReadonlyMap<number, string>;
  /** The analysis of a view's query; absent for tables. */
  readonly view?: Analysed;
}

/**
 * Reads facts about the tables and functions that a statement uses, including those behind views. Throws what
 * `ask` throws, and SyntaxError when the server tells too little.
 */
export async function createFacts(
  ask: Ask,
  statement: Analysed,
  patterns: HiddenPatterns,
  version: number,
) {
  const tables = new Map<number, Table>();
  const functions = new Set(statement.functions), operators = new Set(statement.operators);
  for (let left = [...statement.reads.keys()]; left.length > 0;) {
    if (tables.size + left.length > MAX_TABLES) throw new RangeError("too many tables");
    const read = await readTables(ask, left, patterns, version);
    for (const [oid, table] of read) tables.set(oid, table);
    left = [...read.values()].flatMap(({ view }) => [...view?.reads.keys() ?? []])
      .filter((oid, at, all) => !tables.has(oid) && all.indexOf(oid) === at);
    for (const { view } of read.values()) {
      view?.functions.forEach((oid) => functions.add(oid));
      view?.operators.forEach((oid) => operators.add(oid));
    }
  }
  const unknown = await unknownFunction(ask, functions, operators);

  /**
   * Returns why some columns of a table may not be read; null when they may. `within` are the views that lead
   * to the table.
   */
  function tableFault(
    oid: number,
    columns: ReadonlySet<number> | null,
    within: readonly number[],
  ): string | null {
    const table = tables.get(oid);
    if (!table || columns === null) return "The server does not tell what this statement reads.";
    const { schema, name, kind, hidden, view } = table;
    const called = `${schema}.${name}`;
    if (schema === "information_schema") return null;
    if (schema === "pg_catalog") {
      if (!SYSTEM_TABLES.has(name)) return `${called} can tell values of hidden columns.`;
      const column = firstRead(hidden, columns);
      return column === undefined ? null : `${called}.${column} can tell values of hidden columns.`;
    }
    if (kind === "f") return `${called} is a foreign table, of which nobody here knows what it shows.`;
    if (!"rpvmS".includes(kind) || /^pg_toast/.test(schema)) {
      return `${called} can tell values of hidden columns.`;
    }
    const column = firstRead(hidden, columns);
    if (column !== undefined) return `${called}.${column} is hidden from agents.`;
    if (!"vm".includes(kind)) return null;
    if (!view || within.includes(oid)) return `Nobody here knows what the view ${called} shows.`;
    const inside = [...within, oid];
    const shows = anyFault(view, inside);
    if (shows === null || columns.size === 0) return null;
    const through = `The view ${called} needs what is hidden: ${shows}`;
    if (columns.has(0)) return through;
    for (const number of columns) {
      const source = view.source(number);
      // Only the columns that this statement reads count: the view's author decided about the others.
      if (!source || tableFault(source.table, new Set([source.column]), inside) !== null) return through;
    }
    return null;
  }

  function anyFault({ reads }: Analysed, within: readonly number[]): string | null {
    for (const [oid, columns] of reads) {
      const fault = tableFault(oid, columns, within);
      if (fault !== null) return fault;
    }
    return null;
  }

  return {
    /** Returns why agents may not run a statement, as a sentence; null when it uses nothing hidden. */
    fault: (statement: Analysed): string | null => unknown ?? anyFault(statement, []),
  };
}

/** Returns the first hidden column among those that are read; 0 is the whole row. */
function firstRead(hidden: Table["hidden"], columns: ReadonlySet<number>): string | undefined {
  return [...hidden].find(([number]) => columns.has(number) || columns.has(0))?.[1];
}

async function readTables(
  ask: Ask,
  oids: readonly number[],
  patterns: HiddenPatterns,
  version: number,
): Promise<ReadonlyMap<number, Table>> {
  const list = `{${oids.join(",")}}`;
  const kin = await ask(KIN, [list]);
  if (kin.length > MAX_KIN) throw new RangeError("too many partitions");
  const families = Map.groupBy(kin, ([root]) => Number(root));
  const columns = Map.groupBy(await ask(COLUMNS, [list]), ([table]) => Number(table));
  const views = oids.filter((oid) => "vm".includes(families.get(oid)?.[0]?.[3] ?? "-"));
  const userViews = views.filter((oid) =>
    !/^(pg_catalog|information_schema)$/.test(families.get(oid)![0]![1]!)
  );
  const rules = userViews.length === 0 ? [] : await ask(RULES, [`{${userViews.join(",")}}`]);
  return new Map(oids.flatMap((oid): [number, Table][] => {
    const family = families.get(oid);
    if (!family) return [];
    const [, schema = "", name = "", kind = ""] = family[0]!;
    const hidden = new Map<number, string>();
    // Rows of a partition also belong to the partitioned table, and vice versa. Patterns are about tables of
    // people, not about the server's own.
    const hides = (column: string) =>
      schema === "pg_catalog"
        ? TELLING_COLUMNS.has(`${name}.${column}`)
        : family.some(([, of = "", table = ""]) => patterns.hides(of, table, column));
    for (const [, number, column = "", source = ""] of columns.get(oid) ?? []) {
      if (hides(column) || (source !== "" && hides(source))) hidden.set(Number(number), column);
    }
    const rule = rules.find(([of]) => Number(of) === oid)?.[1];
    const view = rule === undefined ? {} : { view: analysed(rule, oid, version) };
    return [[oid, { schema, name, kind, hidden, ...view }]];
  }));
}

/** Returns a sentence about a function that may read more than its arguments; null when there is none. */
async function unknownFunction(
  ask: Ask,
  functions: ReadonlySet<number>,
  operators: ReadonlySet<number>,
): Promise<string | null> {
  if (functions.size === 0 && operators.size === 0) return null;
  const rows = await ask(FUNCTIONS, [`{${[...functions].join(",")}}`, `{${[...operators].join(",")}}`]);
  const known = new Set(rows.map(([oid]) => Number(oid)));
  if (![...functions].every((oid) => known.has(oid))) {
    return "The server does not tell which functions this statement calls.";
  }
  for (const [, schema = "", name = "", extension = ""] of rows) {
    if (isPlainFunction(schema, name, extension)) continue;
    return `${schema}.${name}() may read hidden columns: nobody here knows what it does.`;
  }
  return null;
}
