import type { Toolkit } from "./toolkit.ts";
export function darwinToolkit(_library: string): Toolkit {
  throw new Error("x");
}
