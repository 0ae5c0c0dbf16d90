/** Resources of a running Kedge at one moment. */
export interface Sample {
  /** Seconds since the start of the soak. */
  readonly at: number;
  readonly values: Readonly<Record<Measure, number>>;
}

/** The measures. Memory is private memory in MB; the others are counts. */
export const MEASURES = ["host", "windows", "handles", "children", "files"] as const;
export type Measure = typeof MEASURES[number];

/** Name and unit of each measure, and how much it may grow. */
export const LIMITS: Readonly<
  Record<Measure, { readonly label: string; readonly unit: string; readonly more: number }>
> = {
  host: { label: "Memory of Kedge", unit: "MB", more: 40 },
  windows: { label: "Memory of the window processes", unit: "MB", more: 60 },
  handles: { label: "Open handles of Kedge", unit: "", more: 8 },
  children: { label: "Processes that Kedge started", unit: "", more: 1 },
  files: { label: "Temporary files and files of the runtime folder", unit: "", more: 10 },
};

/** Share of samples at the beginning and at the end that are compared. */
const PART = 0.2;

/** Returns the median of a measure over some samples. */
export function median(samples: readonly Sample[], measure: Measure): number {
  const sorted = samples.map(({ values }) => values[measure]).sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** Returns a text for each measure that has grown more than its limit. */
export function growth(samples: readonly Sample[]): string[] {
  const count = Math.max(1, Math.floor(samples.length * PART));
  const begin = samples.slice(0, count), end = samples.slice(-count);
  return MEASURES.flatMap((measure) => {
    const { label, unit, more } = LIMITS[measure];
    const before = median(begin, measure), after = median(end, measure);
    if (after <= before + more) return [];
    const words = (value: number) => `${Math.round(value)}${unit && ` ${unit}`}`;
    return [`${label}: ${words(before)} at the beginning, ${words(after)} at the end`];
  });
}

const [WIDTH, HEIGHT, LEFT, GAP] = [720, 90, 60, 44];

/** Returns the curves of all measures as an SVG picture, one below the other. */
export function curves(samples: readonly Sample[], title: string): string {
  const last = Math.max(1, samples.at(-1)?.at ?? 1);
  const parts = MEASURES.map((measure, index) => {
    const { label, unit } = LIMITS[measure];
    const values = samples.map(({ values }) => values[measure]);
    const top = Math.max(1, ...values) * 1.1;
    const y = 60 + index * (HEIGHT + GAP);
    const points = samples.map(({ at, values }) =>
      `${(LEFT + at / last * WIDTH).toFixed(1)},${(y + HEIGHT - values[measure] / top * HEIGHT).toFixed(1)}`
    );
    return `<text x="${LEFT}" y="${y - 8}" class="label">${label}${unit && `, ${unit}`}</text>
<path d="M${LEFT} ${y}V${y + HEIGHT}H${LEFT + WIDTH}" class="axis"/>
<text x="${LEFT - 8}" y="${y + 8}" class="value">${Math.round(top)}</text>
<text x="${LEFT - 8}" y="${y + HEIGHT}" class="value">0</text>
<polyline points="${points.join(" ")}" class="curve"/>`;
  });
  const height = 60 + MEASURES.length * (HEIGHT + GAP);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${
    WIDTH + LEFT + 20
  }" height="${height}" font-family="sans-serif">
<style>.label{font-size:13px}.value{font-size:11px;text-anchor:end;fill:#555}.axis{fill:none;stroke:#bbb}.curve{fill:none;stroke:#1a5fb4;stroke-width:1.5}</style>
<rect width="100%" height="100%" fill="#fff"/>
<text x="${LEFT}" y="24" font-size="15" font-weight="600">${title}</text>
${parts.join("\n")}
</svg>
`;
}
