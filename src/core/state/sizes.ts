import { fieldsOf } from "../json_values.ts";

/** The size that the user last gave to a page's window, in CSS pixels. */
export interface WindowSize {
  readonly width: number;
  readonly height: number;
}

/** The remembered sizes, by page. */
export type WindowSizes = Readonly<Record<string, WindowSize>>;

/** Minimum and maximum of a length in CSS pixels. A smaller one is an accident, and no screen is larger. */
const LEAST = 200, MAX_COUNT = 10_000;

/** Reads the saved sizes. Leaves out values of another shape, and pages whose windows cannot be resized. */
export function readSizes(value: unknown, isResizable: (page: string) => boolean): WindowSizes {
  const sizes = Object.entries(fieldsOf(value)).flatMap(([page, size]) => {
    const { width, height } = fieldsOf(size);
    return isResizable(page) && isLength(width) && isLength(height)
      ? [[page, { width, height }] as const]
      : [];
  });
  return Object.fromEntries(sizes);
}

function isLength(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= LEAST && value <= MAX_COUNT;
}
