/** The size that the user gave a page's window last, in CSS pixels. */
export interface WindowSize {
  readonly width: number;
  readonly height: number;
}

/** Remembered sizes by page. */
export type WindowSizes = Readonly<Record<string, WindowSize>>;

/** CSS pixels: smaller is an accident, bigger than any screen. */
const LEAST = 200, MOST = 10_000;

/** What state.json has under `sizes`: what is not a size of a page that has one is left out. */
export function readSizes(value: unknown, isResizable: (page: string) => boolean): WindowSizes {
  if (typeof value !== "object" || value === null) return {};
  const sizes: Record<string, WindowSize> = {};
  for (const [page, size] of Object.entries(value)) {
    const { width, height } = (size ?? {}) as Record<string, unknown>;
    if (isResizable(page) && isLength(width) && isLength(height)) sizes[page] = { width, height };
  }
  return sizes;
}

function isLength(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= LEAST && value <= MOST;
}
