import { lazyImport } from "../lazy_import.ts";
import type { Run } from "./run.ts";

/** Runs a short program as `run` does, loaded with the first one: most systems are only looked at. */
export const runLater: Run = async (...call) =>
  await (await lazyImport<typeof import("./run.ts")>("./run.ts", import.meta.url)).run(...call);
