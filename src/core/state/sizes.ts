import type { PageName } from "./state.ts";

/** The size that the user gave a page's window last, in CSS pixels. */
export interface WindowSize {
  readonly width: number;
  readonly height: number;
}

/** Remembered sizes by page. */
export type WindowSizes = Readonly<Partial<Record<PageName, WindowSize>>>;

/** The pages whose windows have the size that the user gives them; the others fit their content. */
export const RESIZABLE: ReadonlySet<PageName> = new Set([
  "home",
  "review",
  "console",
  "extensions",
  "configure",
  "settings",
  "server",
]);

/** CSS pixels: smaller is an accident, bigger than any screen. */
const LEAST = 200, MOST = 10_000;

/** What state.json has under `sizes`: what is not a size of a page that has one is left out. */
export function readSizes(value: unknown): WindowSizes {
  if (typeof value !== "object" || value === null) return {};
  const sizes: Partial<Record<PageName, WindowSize>> = {};
  for (const [page, size] of Object.entries(value)) {
    const { width, height } = (size ?? {}) as Record<string, unknown>;
    if (RESIZABLE.has(page as PageName) && isLength(width) && isLength(height)) {
      sizes[page as PageName] = { width, height };
    }
  }
  return sizes;
}

function isLength(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= LEAST && value <= MOST;
}
