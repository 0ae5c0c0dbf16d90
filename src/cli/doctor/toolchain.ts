import type { Go } from "../../core/actions/build/go.ts";
import { lazyImport } from "../../core/lazy_import.ts";
import { fileStamp, keepAnswer, keeper, keptAnswer } from "../../core/kept.ts";
import { anObjectOf, aText } from "../../core/shape.ts";
import { findProgramNow, hostSystem } from "../../core/platform/host.ts";

/** The Go that actions are compiled with, or what a user without one is told. */
export type Toolchain = Go | { readonly error: string; readonly hint: string };

/** The name of the answer in the cache. */
const NAME = "go";

/**
 * Looks for Go as actions do. One that was asked for its version before is not started again as long as it is the same file
 * and the first that is found: that alone takes as long as the rest of the doctor.
 */
export async function toolchain(cache: string): Promise<Toolchain> {
  const first = firstFound();
  const kept = first && keptAnswer(cache, NAME, first.stamp, isGo);
  if (kept) return kept;
  const { findGo, noGoMessage } = await lazyImport<typeof import("../../core/actions/build/go.ts")>(
    "../../core/actions/build/go.ts",
    import.meta.url,
  );
  const go = await findGo();
  if (!("path" in go)) return noGoMessage(go);
  // A version manager's answer depends on more than its program.
  if (first?.path === go.path) await keepAnswer(cache, NAME, first.stamp, go);
  return go;
}

const aGo = anObjectOf<Go>({ path: aText, version: aText });

function isGo(value: unknown): value is Go {
  return aGo(value);
}

/** The program that is tried first, links followed, and what the system says of it; null where that tells nothing. */
function firstFound(): { readonly path: string; readonly stamp: string } | null {
  const { isAbsolute, join, programSuffix } = hostSystem();
  const root = Deno.env.get("GOROOT");
  const named = root ? join(root, "bin", `go${programSuffix}`) : findProgramNow("go");
  if (named === null || !isAbsolute(named)) return null;
  try {
    const path = Deno.realPathSync(named);
    const stamp = fileStamp(Deno.statSync(path), Date.now());
    return stamp === null ? null : { path, stamp: `${keeper()}\n${named}\n${path}\n${stamp}` };
  } catch {
    return null;
  }
}
