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
 * The rules by which an action's sandbox is made. Raise it when the review judges otherwise: a program keeps the sandbox that
 * it was linked with, and another number compiles all actions anew.
 */
const SANDBOXES = "sandboxes 1";

/** Which look a program has been through that stands in the cache: one of another look is compiled again. */
const LOOK = "linked 2";

/**
 * Compiles an action, or takes the program of an earlier time: it is found by the content of everything
 * that goes into it. Nothing is downloaded and nothing of the user's Go settings is used. Rejects with the
 * signal's reason when that aborts.
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
    // An action that was compiled while Go was there runs without Go.
    const release = await lastRelease(paths);
    const known = release === null ? null : await cached(paths, await planOf(source, release), release);
    return known ?? { ok: false, ...noGoMessage(go), diagnostics: [] };
  }
  const plan = await planOf(source, go.version);
  const known = await cached(paths, plan, go.version);
  if (known) return known;
  // From here on it is listened to.
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

/** Where the program of a plan stands once a release of Go has compiled it. */
function programPath(paths: KedgePaths, plan: BuildPlan, release: string): string {
  const target = `${hostSystem().name}/${Deno.build.arch}`;
  // The permissions of an action follow from its sources and the rules of this version.
  const hash = planHash(plan, [release, target, appVersion().version, SANDBOXES, LOOK, ...buildFlags("")]);
  return join(paths.cache, "actions", hash + hostSystem().programSuffix);
}

/** The program of an earlier time; null where there is none. */
async function cached(paths: KedgePaths, plan: BuildPlan, release: string): Promise<CompileResult | null> {
  const program = programPath(paths, plan, release);
  if (!await isProgram(program)) return null;
  // The time of last use is what eviction goes by.
  await utimes(program, new Date(), new Date()).catch(() => {});
  return { ok: true, program, cached: true, folder: plan.folder };
}

/** One compilation and those who wait for it. */
interface Shared {
  readonly result: Promise<CompileResult>;
  readonly abort: AbortController;
  readonly followers: Set<(progress: BuildProgress) => void>;
  waiting: number;
}

/** Compilations under way by program: the same one is not compiled twice at a time. */
const underWay = new Map<string, Shared>();

/** Joins the compilation of that program or begins it; the compilation ends when no caller waits any more. */
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
  // A compilation without callers ends while the next one of that program may be under way.
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

/** An empty file is what a machine leaves that lost its power before the disk had the program. */
async function isProgram(path: string): Promise<boolean> {
  return await stat(path).then((info) => info.isFile() && info.size > 0, () => false);
}
