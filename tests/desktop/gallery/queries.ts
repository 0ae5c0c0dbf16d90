import { fixedRows, type RowSource, slice } from "../../../src/core/resources/rows.ts";
import { BLANK, type CatalogRow } from "../../../src/core/sql/query_window/catalog_row.ts";
import type { ResultRow } from "../../../src/core/sql/spill/rows.ts";
import type {
  EditsState,
  PastQuery,
  QueryWindowState,
  ResultState,
  TabState,
} from "../../../src/core/state/query_window.ts";
import type { PagesOptions } from "../../../src/pages/mod.ts";
import { buttonWith } from "../../support/browser/button.ts";
import type { Tab } from "../../support/browser/mod.ts";
import { failedRows } from "../../support/pages/resources.ts";
import type { Scene } from "./scenes.ts";
import { fullState } from "./state.ts";

const TEXT = `-- What was ordered this week, and by whom
select o.id, o.placed_at, c.name, c.country, o.total, o.note, o.lines
from orders o
  join customers c on c.id = o.customer_id
where o.placed_at > now() - interval '7 days'
order by o.placed_at desc;

update orders set status = 'held' where id = :id;
`;
/** A text of a tab whose write affects every row. */
const EVERY_ROW = `-- What was ordered this week is packed again
delete from orders;
`;

const NAMES = ["Anna Berg", "Łukasz Nowak", "Zoë Martin", "Jürgen Weiß", "María José", "Ståle Hansen"];
const COLUMNS = [
  { name: "id", type: "bigint", kind: "integer" },
  { name: "placed_at", type: "timestamptz", kind: "time" },
  { name: "name", type: "text", kind: "text" },
  { name: "country", type: "char(2)", kind: "text" },
  { name: "total", type: "numeric(12,2)", kind: "decimal" },
  { name: "note", type: "text", kind: "text" },
  { name: "lines", type: "jsonb", kind: "json" },
] as const;

/** Returns the row of `orders` at a position. */
const orderRow = (n: number): ResultRow => ({
  cells: [
    String(918_273 - n),
    `2026-11-${String(21 - n % 7).padStart(2, "0")} 0${n % 10}:4${n % 6}:11.40${n % 10}82+00`,
    NAMES[n % NAMES.length]!,
    ["DE", "PL", "FR", "AT", "ES", "NO"][n % 6]!,
    `${(n * 37) % 900}.${String((n * 13) % 100).padStart(2, "0")}`,
    n % 3 === 0 ? null : n % 3 === 1 ? "" : "Leave it at the door",
    `[{"sku": "A-${100 + n % 40}", "count": ${1 + n % 4}}]`,
  ],
});

/** Returns a source of `count` rows, which are made when they are read. */
function manyRows(count: number): RowSource<ResultRow> {
  return {
    read: (from, some) => ({
      ok: true,
      rows: Array.from(
        { length: Math.max(0, Math.min(some, count - from)) },
        (_, index) => orderRow(from + index),
      ),
      total: count,
    }),
    subscribe: () => () => {},
  };
}

type Line = Partial<CatalogRow> & Pick<CatalogRow, "id" | "kind" | "name">;
const line = (parts: Line): CatalogRow => ({ ...BLANK, schema: "public", ...parts });
const ofOrders = (parts: Line) => line({ depth: 2, table: "orders", ...parts });

const CATALOG: CatalogRow[] = [
  line({ id: "s:public", kind: "schema", name: "public", detail: "4 tables", open: true }),
  line({ id: "t1", kind: "table", name: "customers", depth: 1, rows: 48_200, open: false }),
  line({ id: "t2", kind: "table", name: "orders", depth: 1, rows: 3_420_000, open: true }),
  ofOrders({ id: "c1", kind: "column", name: "id", detail: "bigint not null" }),
  ofOrders({ id: "c2", kind: "column", name: "customer_id", detail: "bigint not null" }),
  ofOrders({ id: "c3", kind: "column", name: "placed_at", detail: "timestamptz not null" }),
  ofOrders({ id: "c4", kind: "column", name: "total", detail: "numeric(12,2)" }),
  ofOrders({ id: "k1", kind: "key", name: "primary key", detail: "(id)" }),
  ofOrders({ id: "i1", kind: "index", name: "orders_placed_at", detail: "btree (placed_at)" }),
  ofOrders({ id: "f1", kind: "key", name: "Referenced by", open: true }),
  line({ id: "f2", kind: "table", name: "shipments", detail: "order_id → id · on delete cascade", depth: 3 }),
  line({ id: "t3", kind: "view", name: "open_orders", depth: 1, open: false }),
  line({
    id: "r1",
    kind: "routine",
    name: "close_order",
    detail: "(id bigint) → void",
    depth: 1,
    table: "function",
  }),
  line({ id: "s:audit", kind: "schema", name: "audit", detail: "12 tables", schema: "audit", open: false }),
];

const PLAN = JSON.stringify([{
  Plan: {
    "Node Type": "Sort",
    "Sort Key": ["o.placed_at DESC"],
    "Total Cost": 48_210.4,
    "Plan Rows": 9120,
    "Actual Rows": 8874,
    "Actual Loops": 1,
    "Actual Total Time": 412.7,
    Plans: [{
      "Node Type": "Hash Join",
      "Join Type": "Inner",
      "Hash Cond": "(o.customer_id = c.id)",
      "Total Cost": 47_000,
      "Plan Rows": 9120,
      "Actual Rows": 8874,
      "Actual Loops": 1,
      "Actual Total Time": 398.2,
      Plans: [
        {
          "Node Type": "Seq Scan",
          "Relation Name": "orders",
          Filter: "(placed_at > (now() - '7 days'::interval))",
          "Rows Removed by Filter": 3_411_126,
          "Total Cost": 44_000,
          "Plan Rows": 912,
          "Actual Rows": 8874,
          "Actual Loops": 1,
          "Actual Total Time": 371.9,
        },
        {
          "Node Type": "Hash",
          "Total Cost": 1200,
          "Plan Rows": 48_200,
          "Actual Rows": 48_200,
          "Actual Loops": 1,
          "Actual Total Time": 14.1,
        },
      ],
    }],
  },
}]);

const PAST: PastQuery[] = [
  {
    id: "p1",
    server: "Orders",
    name: "Orders of the week",
    title: "select o.id, o.placed_at, c.name from orders o …",
    at: 0,
  },
  {
    id: "p2",
    server: "Orders",
    title: "select count(*) from orders where status = 'held'",
    at: Date.now() - 240_000,
  },
  {
    id: "p3",
    server: "Orders",
    title: "select * from customers where country = 'NO' limit 20",
    at: Date.now() - 8_000_000,
  },
];

/** Returns a result of a tab. */
const result = (parts: Partial<ResultState> = {}): ResultState => ({
  id: "r1",
  title: "select o.id, o.placed_at, c.name, c.country",
  kind: "rows",
  status: "more",
  startedAt: 0,
  ms: 48,
  columns: COLUMNS.length,
  rows: 500,
  command: "SELECT",
  notices: [],
  ...parts,
});

/** Returns the result of a statement that failed. */
const fault = (message: string, parts: Partial<ResultState> = {}) =>
  result({ status: "failed", columns: 0, rows: 0, message, ...parts });

/** Returns a tab of a query window. */
const tab = (parts: Partial<TabState> = {}): TabState => ({
  id: "t",
  title: "Orders",
  writing: false,
  link: { status: "open", backslash: false },
  run: null,
  results: [result()],
  hold: null,
  transaction: null,
  ask: null,
  export: null,
  dropped: 0,
  ...parts,
});

/** Returns the texts and rows that a query window shows. */
const lists = (rows: number, text: string): PagesOptions["queryWindows"] => ({
  text: (_server, tab) => fixedRows([tab === "t" ? text : ""]),
  rows: (_server, _tab, result, { sort, filter }) =>
    result === "plan" ? fixedRows([{ cells: [PLAN] }]) : sort || filter
      ? {
        read: (from, count) =>
          slice(Array.from({ length: 40 }, (_, n) => ({ ...orderRow(n * 3), place: n * 3 })), from, count),
        subscribe: () => () => {},
      }
      : manyRows(rows),
  columns: () => fixedRows(COLUMNS),
  cell: (_server, _tab, result, row, column) =>
    fixedRows([result === "plan" ? PLAN : orderRow(row).cells[column] ?? null]),
  edits: () => null,
  sql: () => fixedRows(["select 1"]),
  catalog: (_server, search) => fixedRows(CATALOG.filter(({ name }) => name.includes(search))),
  complete: (_server, _schema, table, prefix) =>
    fixedRows(CATALOG.filter((row) => row.name.startsWith(prefix) && row.table === table)),
  joins: (_server, tables) =>
    fixedRows(
      tables.at(-1)?.name === "orders"
        ? [{ name: "orders_customer_id_fkey", from: 1, to: 0, columns: [{ from: "customer_id", to: "id" }] }]
        : [],
    ),
  askPreview: (_server, question, failed) =>
    fixedRows([
      'Tables and views (data):\n{"table":["public","orders"],"columns":[["id","bigint"],["total","numeric(12,2)"]]}\n' +
      (failed
        ? "\nThis was tried (names such as :value1 stand for values; use them as they are), and the server said (data):\n" +
          '{"sql":"select o.totl from orders o where o.country = :value1","error":"column o.totl does not exist"}\n' +
          "Write it so that it works.\n"
        : "") +
      `\nQuestion: ${JSON.stringify(question)}\n`,
    ]),
  exportFile: () => fixedRows(["~/Downloads/Orders"]),
  definition: () => fixedRows(["create table public.orders (\n  id bigint not null\n);"]),
});

export { lists as queryLists, result as queryResult, tab as queryTab };

function scene(
  name: string,
  parts: Partial<TabState>,
  more: Partial<QueryWindowState> & {
    act?: Scene["act"];
    width?: number;
    height?: number;
    rows?: number;
    text?: string;
    ai?: boolean;
    /** Whether the server cannot be reached. */
    away?: boolean;
    /** Whether some rows are changed, added and removed. */
    edited?: boolean;
    /** Columns that agents cannot see. */
    hidden?: readonly string[];
  } = {},
): Scene {
  const {
    act,
    width = 1040,
    height = 720,
    rows = 500,
    text = TEXT,
    ai = false,
    away = false,
    edited = false,
    hidden = [],
    ...queryWindow
  } = more;
  const state = fullState();
  const queryWindows: QueryWindowState[] = [{
    server: "Orders",
    engine: "postgres",
    address: "PostgreSQL · orders.db.internal:5432/orders",
    env: "stg",
    tabs: [tab(parts), tab({ id: "t2", title: "Query 2", results: [] })],
    ...queryWindow,
  }];
  return {
    name: `query${name === "" ? "" : `-${name}`}`,
    page: "query",
    params: { server: "Orders" },
    state: {
      ...state,
      queryWindows,
      pastQueries: PAST,
      config: {
        ...state.config,
        value: {
          ...state.config.value,
          aiEnabled: ai,
          servers: state.config.value.servers.map((one) =>
            one.name === "Orders" ? { ...one, agents: { hidden } } : one
          ),
        },
      },
    },
    width,
    height,
    pages: {
      queryWindows: { ...lists(rows, text), ...away && { catalog: () => AWAY }, ...edited && EDITED },
    },
    act: async (tab) => {
      await tab.until(
        "document.querySelector('[data-editor] .query-code')?.shadowRoot?.querySelector('.cm-line')",
      );
      await tab.reach("document.querySelectorAll('.query-tab')[0]");
      await tab.until("document.querySelector('.query-code').shadowRoot.textContent.includes('this week')");
      if (edited) await tab.until("document.querySelector('.add-row')");
      await act?.(tab);
    },
  };
}

const HOLD = {
  result: "r1",
  title: "update orders set status = 'held'",
  verb: "update",
  affected: 3,
  everyRow: false,
  until: Date.now() + 3_600_000,
  deciding: false,
  sample: {
    columns: ["id", "customer_id", "status", "total", "note"],
    kinds: ["integer", "integer", "text", "decimal", "text"],
    of: 5,
    pairs: [17, 18, 19].map((id) => ({
      before: [String(id), "48", "open", "129.90", null],
      after: [String(id), "48", "held", "129.90", null],
    })),
  },
} as const;

const AWAY = failedRows(
  "Nothing listens at orders.db.internal:5432",
  "Check the host and the port, or start the server.",
);

/** Rows with changes that are not written yet. */
const EDITED: Pick<PagesOptions["queryWindows"], "rows" | "edits"> = {
  rows: () => {
    const rows = Array.from({ length: 12 }, (_, n) => orderRow(n));
    const to = (
      n: number,
      cells: Record<number, string | null>,
      kind: "change" | "remove" | "gone",
    ): ResultRow => ({
      cells: rows[n]!.cells.map((cell, at) => at in cells ? cells[at]! : cell),
      edit: { kind, columns: Object.keys(cells).map(Number) },
    });
    rows[1] = to(1, { 2: "Łukasz Nowak-Weiß", 5: null }, "change");
    rows[3] = to(3, {}, "remove");
    rows[4] = to(4, {}, "gone");
    rows[6] = to(6, { 4: "-1.00" }, "change");
    const added = { cells: [null, null, "Ada", "GB", null, null, null], rowNumber: -1 };
    return fixedRows([...rows, { ...added, edit: { kind: "add", columns: [2, 3] } }]);
  },
  edits: () =>
    fixedRows([{
      id: "seen",
      locks: [{
        sql: "select id, name, country from orders where id in (918272, 918270) for update",
        more: 0,
      }],
      statements: [
        {
          sql: "update orders set name = 'Łukasz Nowak-Weiß', note = null where id = 918272",
          more: 0,
          rowNumber: 1,
          verb: "update",
          cells: [[2, "Łukasz Nowak", "Łukasz Nowak-Weiß"], [5, "", null]],
        },
        {
          sql: "delete from orders where id = 918270",
          more: 0,
          rowNumber: 3,
          verb: "delete",
          cells: [[0, "918270", null], [2, "Jürgen Weiß", null]],
        },
        {
          sql: "insert into orders (name, country) values ('Ada', 'GB') returning id, placed_at, name",
          more: 0,
          rowNumber: -1,
          verb: "insert",
          cells: [[2, null, "Ada"], [3, null, "GB"]],
        },
      ],
    }]),
};

const EDITS: EditsState = {
  ...{ table: "orders", why: null, fixed: {}, nullable: [5], rows: null },
  choices: { 3: ["AT", "DE", "FR", "GB"] },
  ...{ changed: 2, added: 1, removed: 1, canUndo: true, canRedo: false, status: "open", version: 4 },
  problems: [{
    rowNumber: 6,
    column: 4,
    message: 'new row for relation "orders" violates check constraint "orders_total_check"',
    hint: "",
  }],
  message: "Nothing was written: all of it was rolled back.",
};
const editing: Partial<TabState> = {
  writing: true,
  results: [result({ status: "done", rows: 12, edits: EDITS })],
};
const pickCell = async (tab: Tab, row: number, column: number) => {
  await tab.evaluate(
    `document.querySelector('#cell-${row}-${column}').dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))`,
  );
  await tab.reach("document.querySelector('[data-grid]')", "focus");
};

const held: Partial<TabState> = {
  writing: true,
  run: { number: 1, count: 1, startedAt: Date.now(), paused: false },
  results: [result({ status: "running", columns: 0, rows: 0, title: HOLD.title, startedAt: Date.now() })],
};

const EDITOR = "document.querySelector('.query-code').shadowRoot.querySelector('.cm-content')";

/** The query window in all its states. */
export const queryScenes: Scene[] = [
  scene("", { results: [result({ id: "r0", title: "select count(*) from orders", rows: 1 }), result()] }, {
    act: (tab) => tab.until("document.querySelector('.cell')"),
  }),
  scene("first", { results: [] }),
  scene("hidden", { results: [] }, { hidden: ["orders.customer_id", "*.total"] }),
  scene("cell", {}, {
    act: async (tab) => {
      await tab.until('document.querySelector(\'[data-r="2"][data-c="4"]\')');
      await tab.click('[data-r="2"][data-c="4"]');
      await tab.reach("document.querySelector('[data-grid]')", "focus");
      await tab.press("ArrowRight", "ArrowRight", "Enter");
      await tab.until("document.querySelector('.cell-view-text')?.textContent.includes('sku')");
    },
  }),
  scene("join", {}, {
    act: async (tab) => {
      await tab.reach(EDITOR, "focus");
      await tab.press("Control+End");
      await tab.type("select * from customers c join orders o ");
      await tab.until(
        "document.querySelector('.query-code').shadowRoot.querySelector('.cm-tooltip-autocomplete')",
      );
    },
  }),
  scene("sorted", {}, {
    act: async (tab) => {
      await tab.until("document.querySelector('.grid-column')");
      await tab.click(".grid-column:nth-child(4)");
      await tab.until("document.querySelector('[aria-sort]')");
    },
  }),
  scene("running", {
    run: { number: 1, count: 3, startedAt: Date.now() - 4200, paused: false },
    results: [result({ status: "running", columns: 0, rows: 0, startedAt: Date.now() - 4200 })],
  }),
  scene("failed", {
    results: [fault("column o.totl does not exist", {
      hint: 'Perhaps you meant to reference the column "o.total".',
      code: "42703",
      at: 60,
      notices: ['NOTICE: table "old_orders" does not exist, skipping'],
    })],
  }),
  scene("refused", {
    results: [fault("Only statements that read are let through: this one begins with “update”", {
      hint: "This tab is reading. Switch it to Writing to let statements write.",
      wouldWrite: true,
      at: 0,
    })],
  }),
  scene("hold", { ...held, hold: HOLD }),
  scene("away", { results: [] }, { away: true }),
  scene("transaction", {
    writing: true,
    results: [result()],
    transaction: {
      id: "seen",
      writes: [
        {
          result: "r1",
          title: "update orders set status = 'held' where customer_id = 48",
          verb: "update",
          affected: 3,
          everyRow: false,
        },
        {
          result: "r2",
          title: "delete from order_notes where order_id in (17, 18, 19)",
          verb: "delete",
          affected: 12,
          everyRow: false,
        },
      ],
      savepoints: ["before_notes"],
      until: Date.now() + 3_600_000,
      deciding: false,
      asked: false,
      problem: null,
      sample: HOLD.sample,
    },
  }),
  scene("hold-small", { ...held, hold: HOLD }, { width: 700, height: 500 }),
  scene("hold-new-rows", {
    ...held,
    hold: {
      ...HOLD,
      title: "insert into orders (customer_id, total) values (48, 12.5), (49, 7)",
      verb: "insert",
      affected: 2,
      sample: {
        ...HOLD.sample,
        pairs: [
          { before: null, after: ["918274", "48", "open", "12.50", null] },
          { before: null, after: ["918275", "49", "open", "7.00", null] },
        ],
      },
    },
  }),
  scene("many", {
    dropped: 5,
    results: Array.from(
      { length: 20 },
      (_, n) =>
        result({
          id: `r${n}`,
          title: `select count(*) from orders where customer_id = ${n}`,
          status: "done",
          rows: 1,
        }),
    ),
  }, { rows: 1, act: (tab) => tab.until("document.querySelector('.cell')") }),
  scene("edit", editing, {
    edited: true,
    act: async (tab) => {
      await pickCell(tab, 6, 4);
      await tab.until("document.querySelector('.cell-fault')");
    },
  }),
  scene("edit-choices", {
    ...editing,
    results: [result({ status: "done", rows: 12, edits: { ...EDITS, problems: [] } })],
  }, {
    edited: true,
    act: async (tab) => {
      await pickCell(tab, 2, 3);
      await tab.press("F2");
      await tab.until("document.querySelector('.cell-choices')");
    },
  }),
  scene("edit-wrong", editing, {
    edited: true,
    act: async (tab) => {
      await pickCell(tab, 2, 4);
      await tab.press("F2");
      await tab.until("document.querySelector('.cell-over input')");
      await tab.type("a lot");
      await tab.press("Enter");
      await tab.until("document.querySelector('.cell-fault')");
    },
  }),
  scene("edit-review", editing, {
    edited: true,
    env: "prd",
    act: async (tab) => {
      await tab.press("F9");
      await tab.until("document.querySelector('.review-statements')");
    },
  }),
  scene("hold-production", {
    ...held,
    hold: {
      ...HOLD,
      // The full time to answer, whenever the picture is taken.
      get until() {
        return Date.now() + 59_000;
      },
      title: "delete from orders",
      verb: "delete",
      everyRow: true,
      affected: 48_200,
      sample: {
        ...HOLD.sample,
        pairs: HOLD.sample.pairs.map(({ before }) => ({ before, after: null })),
      },
    },
  }, { env: "prd", text: EVERY_ROW }),
  scene("ask", {
    writing: true,
    results: [],
    ask: { id: "ask-1", title: "vacuum orders", why: "VACUUM takes effect at once: it cannot be held back." },
  }),
  scene("write", {}, {
    env: "prd",
    act: async (tab) => {
      await tab.click(".lock");
      await tab.until("document.querySelector('.question')");
    },
  }),
  scene("values", {}, {
    act: async (tab) => {
      await tab.reach(EDITOR, "focus");
      await tab.press("Control+End", "ArrowUp", "Control+Enter");
      await tab.until("document.querySelector('.question')");
    },
  }),
  scene("plan", { results: [result({ id: "plan", kind: "plan", status: "done", columns: 1, rows: 1 })] }, {
    act: (tab) => tab.until("document.querySelector('.plan-step')"),
  }),
  scene("chart", { results: [result({ status: "done", rows: 20 })] }, {
    rows: 20,
    act: async (tab) => {
      await tab.until("document.querySelector('.cell')");
      await tab.click(".result-tools .button");
      await tab.until("document.querySelector('.chart-bar, .chart-path')");
    },
  }),
  scene("found", {}, {
    env: "prd",
    found: { name: "orders", account: "shop-production", region: "eu-central-1" },
    width: 760,
  }),
  scene("past", {}, {
    act: async (tab) => {
      await tab.press("Control+h");
      await tab.until("document.querySelector('.past [role=option]')");
    },
  }),
  scene("export", {
    export: {
      file: "/home/anna/Downloads/Orders.csv",
      status: "running",
      rows: 1_240_000,
      size: 190_000_000,
    },
  }, {
    act: async (tab) => {
      await tab.press("Control+Shift+e");
      await tab.until("document.querySelector('.question')");
    },
  }),
  scene("asking", {
    results: [fault("column o.totl does not exist", { code: "42703" })],
  }, {
    ai: true,
    act: async (tab) => {
      await tab.press("Control+Shift+a");
      await tab.until("document.querySelector('.question')");
      await tab.type("Which customers ordered most this month?");
      await tab.reach(buttonWith("Read what", ".question"));
      await tab.until("document.querySelector('.query-text')?.innerText.includes('[\"public\",\"orders\"]')");
    },
  }),
  scene("asking-error", {
    results: [fault("column o.totl does not exist", { code: "42703" })],
  }, {
    ai: true,
    act: async (tab) => {
      await tab.reach(buttonWith("Ask about it"));
      await tab.until("document.querySelector('.query-text')?.innerText.includes('the server said')");
    },
  }),
  scene("narrow", {}, {
    width: 320,
    height: 720,
    act: (tab) => tab.until("document.querySelector('.cell')"),
  }),
];
