import type { Capability } from "../../extensions/review/capability.ts";
import { sourceReach } from "../../extensions/review/findings.ts";
import { type ActionSource, sharedSources } from "./plan.ts";

/** What a sandbox cannot hold: what may start any program or make any call may do anything. */
const ANYTHING: readonly Capability[] = ["anything", "programs", "system"];

/** What the sandbox of an action knows (`sdk/internal/anchor`). Getting around Go's safety gets nothing: the kernel holds it. */
const HELD: readonly Capability[] = ["read", "write", "network", "processes", "settings"];

/**
 * What an action is allowed on Linux, in the words of its sandbox: what the review says of the sources that it is compiled from,
 * also what they could without naming it.
 */
export function allowanceOf(source: ActionSource): string {
  const files = new Map<string, Uint8Array>();
  for (const path of [...sharedSources(source), source.entry]) files.set(path, source.files.get(path)!);
  const { can, could } = sourceReach(files, new Map(), [source.entry], new Map());
  const all = new Set([...can, ...could]);
  if (ANYTHING.some((one) => all.has(one))) return "all";
  return HELD.filter((one) => all.has(one)).join(",") || "none";
}
