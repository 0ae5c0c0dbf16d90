import type { JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import type { ResultRow } from "../../../../core/sql/spill/rows.ts";
import type { Client } from "../../../client/mod.ts";
import { useAnswer } from "../../../page.ts";
import { EmptyState, Select, Tool } from "../../../system/mod.ts";
import { askRows } from "./fetch_cells.ts";
import { type GridColumn, isNumeric } from "./formats.ts";
import type { Shown } from "./pages_cache.ts";
import { formatNumber } from "../../../../core/text/locale.ts";

/** Maximum rows drawn in a chart. */
const MAX_COUNT = 500;
const NONE: readonly ResultRow[] = [];
const WIDTH = 900, HEIGHT = 320, LEFT = 64, BOTTOM = 40, TOP = 12;

/** The first rows as bars or a line: one column gives the names, another the numbers. */
export function Chart(
  { client, shown, columns, rows }: {
    client: Pick<Client, "query">;
    shown: Shown;
    columns: readonly GridColumn[];
    rows: number;
  },
): JSX.Element {
  const numbers = columns.flatMap((column, index) => isNumeric(column) ? [index] : []);
  const names = columns.flatMap((column, index) => isNumeric(column) ? [] : [index]);
  const [across, setAcross] = useState(names[0] ?? numbers[0] ?? 0);
  const [up, setUp] = useState(
    numbers.find((index) => index !== across && !/(^|_)id$/i.test(columns[index]!.name)) ?? numbers[0] ?? 0,
  );
  const isTime = columns[across]?.kind === "time";
  const [kind, setKind] = useState<"bars" | "line">(isTime ? "line" : "bars");
  const drawn = Math.min(rows, MAX_COUNT);
  const read = useAnswer(
    async () => await askRows<ResultRow>(client, "rows", shown, 0, drawn) ?? [],
    [JSON.stringify(shown), drawn],
  ) ?? NONE;
  const points = useMemo(
    () =>
      read.flatMap(({ cells, edit }) => {
        const value = cells[up] == null || edit?.kind === "gone" ? NaN : Number(cells[up]);
        return Number.isFinite(value) ? [{ name: cells[across] ?? "NULL", value }] : [];
      }),
    [read, across, up],
  );
  if (numbers.length === 0) {
    return <EmptyState small title="There is no column with numbers" text="A chart needs one." />;
  }
  return (
    <div class="fill chart">
      <div class="row chart-tools">
        <Choice
          label="Across"
          columns={columns}
          of={columns.map((_, index) => index)}
          value={across}
          onPick={setAcross}
        />
        <Choice label="Up" columns={columns} of={numbers} value={up} onPick={setUp} />
        <Tool alone="Draw bars" pressed={kind === "bars"} onClick={() => setKind("bars")}>Bars</Tool>
        <Tool alone="Draw a line" pressed={kind === "line"} onClick={() => setKind("line")}>Line</Tool>
        {rows > MAX_COUNT && <span class="quiet small">The first {MAX_COUNT} rows.</span>}
      </div>
      {points.length === 0
        ? <EmptyState small title="There is nothing to draw" />
        : <Drawing points={points} kind={kind} label={`${columns[up]?.name} by ${columns[across]?.name}`} />}
    </div>
  );
}

function Choice(
  { label, columns, of, value, onPick }: {
    label: string;
    columns: readonly GridColumn[];
    of: readonly number[];
    value: number;
    onPick: (index: number) => void;
  },
): JSX.Element {
  return (
    <label class="row small">
      {label}
      <Select
        value={String(value)}
        options={of.slice(0, 500).map((index) => ({ value: String(index), label: columns[index]!.name }))}
        onPick={(value) => onPick(Number(value))}
      />
    </label>
  );
}

function Drawing(
  { points, kind, label }: {
    points: readonly { readonly name: string; readonly value: number }[];
    kind: "bars" | "line";
    label: string;
  },
): JSX.Element {
  const ticks = ticksOf(points.map(({ value }) => value));
  const [low, high] = [ticks[0]!, ticks.at(-1)!];
  const y = (value: number) => TOP + (HEIGHT - TOP - BOTTOM) * (1 - (value - low) / (high - low));
  const step = (WIDTH - LEFT - 8) / points.length;
  const x = (index: number) => LEFT + step * (index + 0.5);
  const every = Math.ceil(points.length / 7);
  const thick = Math.max(1, Math.min(48, step * 0.7));
  return (
    <svg class="chart-drawing" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
      {ticks.map((tick) => (
        <g key={tick}>
          <line class="chart-line" x1={LEFT} x2={WIDTH - 8} y1={y(tick)} y2={y(tick)} />
          <text class="chart-text" x={LEFT - 6} y={y(tick) + 4} text-anchor="end">
            {formatNumber(tick)}
          </text>
        </g>
      ))}
      {points.map(({ name }, index) =>
        index % every === 0 && (
          <text key={index} class="chart-text" x={x(index)} y={HEIGHT - BOTTOM + 16} text-anchor="middle">
            {below(name)}
          </text>
        )
      )}
      {kind === "line"
        ? (
          <polyline
            class="chart-path"
            points={points.map(({ value }, index) => `${x(index)},${y(value)}`).join(" ")}
          />
        )
        : points.map(({ name, value }, index) => (
          <rect
            key={index}
            class="chart-bar"
            x={x(index) - thick / 2}
            width={thick}
            y={Math.min(y(value), y(0))}
            height={Math.max(1, Math.abs(y(value) - y(0)))}
          >
            <title>{`${name}: ${formatNumber(value)}`}</title>
          </rect>
        ))}
    </svg>
  );
}

/** Returns round numbers from below the least to above the greatest value, including zero. */
export function ticksOf(values: readonly number[]): number[] {
  const low = values.reduce((least, value) => Math.min(least, value), 0);
  const high = values.reduce((most, value) => Math.max(most, value), 0);
  const span = high - low || 1;
  const rough = span / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((n) => n * power).find((n) => n >= rough) ?? rough;
  const ticks: number[] = [];
  const first = Math.floor(low / step);
  for (let n = first; (n - 1) * step < high && ticks.length < 20; n++) {
    ticks.push(Number((n * step).toPrecision(12)));
    if (n * step >= high && ticks.length > 1) break;
  }
  return ticks;
}

/** A date and time up to the minute. */
const MINUTE = /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d/;

/** Returns the label below a point: its name, truncated to the space. */
function below(name: string): string {
  return MINUTE.exec(name)?.[0] ?? (name.length > 16 ? `${name.slice(0, 15)}…` : name);
}
