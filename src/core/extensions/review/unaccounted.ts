import type { Capability } from "./capability.ts";
import { abilitiesOf } from "./capability.ts";
import { sourceLook } from "./findings.ts";
import { GATES } from "./library/gates.ts";
import { besideTemplate, LINKED } from "./library/linked/mod.ts";
import { BY_NAME } from "./library/methods.ts";
import { ownProperty } from "../../own_property.ts";

/** The functions that a compiled action is looked through for. */
export const LOOKED_FOR: readonly string[] = [...GATES.keys()];

/** What a compiled action can do although its review does not say so. */
interface Unaccounted {
  /** As the linker calls them. */
  readonly functions: readonly string[];
  /** Follows "can". */
  readonly abilities: readonly string[];
}

/** What has linked it. */
interface LinkedBy {
  readonly system: keyof typeof LINKED;
  /** Of Go, such as 1.26. */
  readonly release: string;
}

/**
 * Holds what the linker has put into an action against what the review says of its sources; null when the review
 * accounts for all of it, or was not compared with that release yet. `linked` are those of `LOOKED_FOR` that the program has.
 */
export function unaccounted(
  files: ReadonlyMap<string, Uint8Array>,
  entry: string,
  linked: readonly string[],
  { system, release }: LinkedBy,
): Unaccounted | null {
  const { releases, packages } = LINKED[system];
  // Go's own use of packages changes from release to release.
  if (linked.length === 0 || !releases.includes(release)) return null;
  const { can, could, imports } = sourceLook(files, [entry]);
  const expected = (one: Capability) => can.has(one) || could.has(one);
  const imported = new Set<string>();
  // The SDK's own client stands on net/http, and what encrypts may ask for random numbers behind an interface.
  const crypto = [...imports].some((path) => path.startsWith("crypto/"));
  const behind = [...(expected("network") ? ["net/http"] : []), ...(crypto ? ["crypto/rand"] : [])];
  const allPackages = ["kedge", ...imports, ...behind];
  const beside = BY_NAME.templates.some((path) => imports.has(path)) ? allPackages.map(besideTemplate) : [];
  for (const path of [...allPackages, ...beside]) {
    for (const [needs, gates] of Object.entries(ownProperty(packages, path) ?? {})) {
      if (!(needs.split(" ") as Capability[]).every((one) => needs === "" || expected(one))) continue;
      for (const gate of gates.trim().split(/\s+/)) imported.add(gate);
    }
  }
  const functions = linked.filter((gate) => !imported.has(gate) && !GATES.get(gate)!.some(expected));
  if (functions.length === 0) return null;
  return { functions, abilities: abilitiesOf(new Set(functions.map((gate) => GATES.get(gate)![0]!))) };
}
