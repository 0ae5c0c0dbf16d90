import { fixedRows } from "../../../src/core/resources/rows.ts";
import type { CatalogRow } from "../../../src/core/sql/query_window/catalog_row.ts";
import type { ResultRow } from "../../../src/core/sql/spill/rows.ts";
import type { Tab } from "../../support/browser/mod.ts";
import { queryLists, queryResult, queryTab } from "./queries.ts";
import type { Scene } from "./scenes.ts";
import { fullState } from "./state.ts";

const SERVER = "Logs of /aws/lambda/web (shop-production)";
const TEXT = `# What went wrong, the newest first
fields @timestamp, level, path, ms, @message
| filter level = "error" and @message like /refused|timed out/
| sort @timestamp desc
| limit 200
`;
const COLUMNS = [
  { name: "@timestamp", type: "time", kind: "time" },
  { name: "level", type: "text", kind: "text" },
  { name: "path", type: "text", kind: "text" },
  { name: "ms", type: "integer", kind: "integer" },
  { name: "@message", type: "text", kind: "text" },
  { name: "@ptr", type: "pointer", kind: "text" },
] as const;
const ROWS: ResultRow[] = Array.from({ length: 40 }, (_, n) => ({
  cells: [
    `2026-11-27 0${n % 10}:${String(59 - n).padStart(2, "0")}:11.402`,
    "error",
    ["/orders", "/login", "/cart"][n % 3]!,
    String((n * 137) % 3000),
    `{"level":"error","path":"/orders","text":"connection to 10.0.${n}.7:5432 refused"}`,
    `CmQK${n}`,
  ],
}));
const field = (name: string, detail = ""): CatalogRow => ({
  ...{ id: name, kind: "column", name, detail, depth: 1, schema: "/aws/lambda/web", table: "", rows: null },
});
const FIELDS: CatalogRow[] = [
  { ...field("/aws/lambda/web"), kind: "schema", depth: 0, open: true },
  ...["@timestamp", "@message", "@logStream", "@log", "@ingestionTime"].map((name) => field(name)),
  ...["level", "path", "ms"].map((name) => field(name, "97 % of lines")),
];

function scene(name: string, width: number, act?: (tab: Tab) => Promise<void>): Scene {
  const notices = [
    "COST: About 1.2 GB to scan, by the size of the groups.",
    "COST: 1.3 GB scanned: 40 of 8,214,113 lines matched.",
  ];
  const results = [
    queryResult({
      title: "fields @timestamp, level",
      status: "done",
      columns: COLUMNS.length,
      rows: 40,
      notices,
    }),
  ];
  return {
    name: `query-logs${name}`,
    page: "query",
    params: { server: SERVER },
    state: {
      ...fullState(),
      queryWindows: [{
        server: SERVER,
        engine: "logs",
        address: "Logs Insights · /aws/lambda/web",
        env: "prd",
        found: { name: "/aws/lambda/web", account: "shop-production", region: "eu-central-1" },
        tabs: [queryTab({ title: "Errors", results })],
      }],
    },
    width,
    height: 720,
    pages: {
      queryWindows: {
        ...queryLists(40, TEXT),
        rows: () => fixedRows(ROWS),
        columns: () => fixedRows(COLUMNS),
        cell: (_server, _tab, _result, row, column) => fixedRows([ROWS[row]?.cells[column] ?? null]),
        catalog: (_server, search) => fixedRows(FIELDS.filter(({ name }) => name.includes(search))),
        complete: (_server, _schema, _table, prefix) =>
          fixedRows(FIELDS.filter((row) => row.kind === "column" && row.name.startsWith(prefix))),
        joins: () => fixedRows([]),
      },
    },
    act: async (tab) => {
      await tab.until(
        "document.querySelector('.query-code')?.shadowRoot?.textContent.includes('went wrong')",
      );
      await tab.until("document.querySelector('.cell')");
      await act?.(tab);
    },
  };
}

/** Scenes of the query window of log groups. */
export const logQueryScenes: readonly Scene[] = [
  scene("", 1040),
  scene("-times", 760, async (tab) => {
    await tab.press("Control+Shift+L");
    await tab.until("document.querySelector('.question')");
  }),
];
