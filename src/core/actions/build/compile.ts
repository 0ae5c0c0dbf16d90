import { join } from "node:path";
import { stat, utimes } from "node:fs/promises";
import { lazyImport } from "../../lazy_import.ts";
import type { KedgePaths } from "../../paths.ts";
import { appVersion } from "../../version.ts";
import { hostSystem } from "../../platform/mod.ts";
import { type ActionSource, buildFlags, type BuildPlan, planBuild, planHash } from "./plan.ts";
import type { BuildProgress, CompileOptions, CompileResult } from "./compilation.ts";
import { findGo, noGoMessage } from "./go.ts";
import { lastRelease } from "./last_release.ts";
import { readSdk } from "./sdk.ts";

/**
 * Version of the rules that determine an action's sandbox. Raise it when the review judges differently: a
 * program keeps the sandbox that it was linked with, and a new version compiles all actions again.
 */
const SANDBOXES = "sandboxes 1";

/** Version of the check that each cached program has passed. A new version compiles all actions again. */
const LOOK = "linked 2";

/**
 * Compiles an action, or returns the cached program when nothing that goes into it has changed. Downloads
 * nothing and uses none of the user's Go settings. Rejects with the signal's reason when the signal aborts.
 */
export async function compileAction(
  paths: KedgePaths,
  source: ActionSource,
  options: CompileOptions = {},
): Promise<CompileResult> {
  if (!source.files.has(source.entry)) {
    return { ok: false, error: `the bundle has no file ${source.entry}`, diagnostics: [] };
  }
  const go = await findGo();
  if (!("path" in go)) {
    // An action that was compiled while Go was installed runs without Go.
    const release = await lastRelease(paths);
    const known = release === null ? null : await cached(paths, await planOf(source, release), release);
    return known ?? { ok: false, ...noGoMessage(go), diagnostics: [] };
  }
  const plan = await planOf(source, go.version);
  const known = await cached(paths, plan, go.version);
  if (known) return known;
  // A signal that aborted earlier sends no event to the listener in `share`.
  options.signal?.throwIfAborted();
  options.onStart?.();
  const program = programPath(paths, plan, go.version);
  return await share(
    program,
    options,
    async (shared) => {
      const { build } = await lazyImport<typeof import("./build.ts")>("./build.ts", import.meta.url);
      return await build(paths, go, plan, source, program, { ...options, ...shared });
    },
  );
}

const planOf = async (source: ActionSource, release: string) => planBuild(source, await readSdk(), release);

/** Returns the path at which the program of a plan is cached when that release of Go compiled it. */
function programPath(paths: KedgePaths, plan: BuildPlan, release: string): string {
  const target = `${hostSystem().name}/${Deno.build.arch}`;
  // The hash needs no permissions of the action, because they follow from its sources and the rules of this
  // version.
  const hash = planHash(plan, [release, target, appVersion().version, SANDBOXES, LOOK, ...buildFlags("")]);
  return join(paths.cache, "actions", hash + hostSystem().programSuffix);
}

/** Returns the cached program; null when there is none. */
async function cached(paths: KedgePaths, plan: BuildPlan, release: string): Promise<CompileResult | null> {
  const program = programPath(paths, plan, release);
  if (!await isProgram(program)) return null;
  // Eviction uses the time of last use.
  await utimes(program, new Date(), new Date()).catch(() => {});
  return { ok: true, program, cached: true, folder: plan.folder };
}

/** A compilation that several callers may wait for. */
interface Shared {
  readonly result: Promise<CompileResult>;
  readonly abort: AbortController;
  readonly followers: Set<(progress: BuildProgress) => void>;
  waiting: number;
}

/** Running compilations by the path of their program, so that no program is compiled twice at the same time. */
const underWay = new Map<string, Shared>();

/**
 * Joins the running compilation of that program or starts one. The compilation is aborted when its last
 * caller leaves.
 */
async function share(
  program: string,
  { signal, onProgress }: CompileOptions,
  begin: (parts: Required<Pick<CompileOptions, "signal" | "onProgress">>) => Promise<CompileResult>,
): Promise<CompileResult> {
  let shared = underWay.get(program);
  if (!shared) {
    const abort = new AbortController();
    const followers: Shared["followers"] = new Set();
    const result = begin({
      signal: abort.signal,
      onProgress: (progress) => followers.forEach((follow) => follow(progress)),
    });
    shared = { abort, followers, waiting: 0, result };
    underWay.set(program, shared);
  }
  const mine = shared;
  // A compilation that all callers left may still be ending when the next one of the same program has
  // started.
  const forget = () => {
    if (underWay.get(program) === mine) underWay.delete(program);
  };
  mine.result.then(forget, forget);
  mine.waiting++;
  if (onProgress) mine.followers.add(onProgress);
  const aborted = Promise.withResolvers<never>();
  const leave = () => {
    if (--mine.waiting === 0) {
      forget();
      mine.abort.abort(signal!.reason);
    }
    aborted.reject(signal!.reason);
  };
  signal?.addEventListener("abort", leave, { once: true });
  try {
    return await Promise.race([mine.result, aborted.promise]);
  } finally {
    signal?.removeEventListener("abort", leave);
    if (onProgress) mine.followers.delete(onProgress);
  }
}

/**
 * Returns whether the file is a program. A machine that lost power before the disk wrote the program leaves
 * an empty file.
 */
async function isProgram(path: string): Promise<boolean> {
  return await stat(path).then((info) => info.isFile() && info.size > 0, () => false);
}
