import type { Toolkit } from "./toolkit.ts";
export function windowsToolkit(_library: string): Toolkit {
  throw new Error("x");
}
