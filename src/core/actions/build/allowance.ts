import type { Capability } from "../../extensions/review/capability.ts";
import { sourceReach } from "../../extensions/review/findings.ts";
import { type ActionSource, sharedSources } from "./plan.ts";

/**
 * Capabilities that a sandbox cannot hold back: an action that may start any program or make any call may do
 * anything.
 */
const ANYTHING: readonly Capability[] = ["anything", "programs", "system"];

/**
 * Capabilities that the sandbox of an action knows (`sdk/internal/anchor`). Getting around Go's safety gets nothing:
 * the kernel holds it.
 */
const HELD: readonly Capability[] = ["read", "write", "network", "processes", "settings"];

/**
 * The permissions of an action on Linux, in the words of its sandbox: those that the review found in its sources,
 * also those that the sources could use without naming them.
 */
export function allowanceOf(source: ActionSource): string {
  const files = new Map<string, Uint8Array>();
  for (const path of [...sharedSources(source), source.entry]) files.set(path, source.files.get(path)!);
  const { can, could } = sourceReach(files, new Map(), [source.entry], new Map());
  const all = new Set([...can, ...could]);
  if (ANYTHING.some((one) => all.has(one))) return "all";
  return HELD.filter((one) => all.has(one)).join(",") || "none";
}
