import { lazyImport } from "../lazy_import.ts";
import type { Run } from "./run.ts";

/** Runs a short program like `run`. The code is loaded on the first call, because most commands start no program. */
export const runLater: Run = async (...call) =>
  await (await lazyImport<typeof import("./run.ts")>("./run.ts", import.meta.url)).run(...call);
