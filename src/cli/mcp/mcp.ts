import { lazyImport } from "../../core/lazy_import.ts";
import { plainHome } from "../../core/home.ts";
import { kedgePaths } from "../../core/paths.ts";
import { appVersion } from "../../core/version.ts";
import type { Args } from "../args.ts";
import { EXIT } from "../exit.ts";
import { createLine } from "./line.ts";

/** `--mcp`: serves the gate for agents on standard input and output. It only passes calls on to the running Kedge. */
export async function run(args: Args): Promise<number> {
  if (args.log) {
    return await (await lazyImport<typeof import("./log.ts")>("./log.ts", import.meta.url)).run(args);
  }
  if (args.setup) {
    return await (await lazyImport<typeof import("./setup.ts")>("./setup.ts", import.meta.url)).run(args);
  }
  const home = plainHome() ?? kedgePaths().home;
  const ending = new AbortController();
  const kedge = createLine(home, ending.signal);
  const { serveMcp } = await lazyImport<typeof import("./server.ts")>(
    "./server.ts",
    import.meta.url,
  );
  // Connect to Kedge while the client is still initialising.
  void kedge.reach();
  try {
    await serveMcp(kedge, appVersion().version);
  } finally {
    ending.abort();
  }
  // Standard input may still be open and would keep the process alive.
  Deno.exit(EXIT.done);
}
