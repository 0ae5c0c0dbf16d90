import { dirname, join, sep } from "node:path";
import { chmod, mkdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { eachFile } from "../../bundle/mod.ts";
import type { Diagnostic } from "../../diagnostic.ts";
import type { KedgePaths } from "../../paths.ts";
import { makeFolder } from "../../files/atomic.ts";
import { appVersion } from "../../version.ts";
import { systemReason } from "../../files/reason.ts";
import { hostSystem } from "../../platform/mod.ts";
import { DOES_NOT_COMPILE } from "../../state/run_words.ts";
import { type ActionSource, buildFlags, type BuildPlan, planBuild, planHash } from "./plan.ts";
import { allowanceOf } from "./allowance.ts";
import { readBuildErrors } from "./errors.ts";
import { type BuildProgress, followBuild } from "./progress.ts";
import { findGo, type Go, languageVersion, noGoMessage } from "./go.ts";
import { readSdk } from "./sdk.ts";
import { linkedAmong } from "./linked.ts";
import { LOOKED_FOR, unaccounted } from "../../extensions/review/unaccounted.ts";
import { listedNames } from "../../text/shorten.ts";
import { trimCaches } from "./cache.ts";
import { goEnvironment, runGo } from "./toolchain.ts";

/**
 * The rules by which an action's sandbox is made. Raise it when the review judges otherwise: a program keeps the sandbox that
 * it was linked with, and another number compiles all actions anew.
 */
const SANDBOXES = "sandboxes 1";

/** An action as a program. */
type CompileResult =
  | { readonly ok: true; readonly program: string; readonly cached: boolean; readonly folder: string }
  | {
    readonly ok: false;
    readonly error: string;
    readonly hint?: string;
    /** The problems of the bundle's files, when those are the reason. */
    readonly diagnostics: readonly Diagnostic[];
  };

/** Which look a program has been through that stands in the cache: one of another look is compiled again. */
const LOOK = "linked 2";

/** What compiling may be told. */
interface CompileOptions {
  readonly signal?: AbortSignal;
  /** Called when there is something to compile, not when the program is cached. */
  readonly onStart?: () => void;
  /** Called again and again while a compilation takes long. */
  readonly onProgress?: (progress: BuildProgress) => void;
  /** For tests: what holds the program against its review. */
  readonly look?: typeof unaccounted;
  /** Compile behind everything else. */
  readonly background?: boolean;
}

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
  if (!("path" in go)) return { ok: false, ...noGoMessage(go), diagnostics: [] };
  const plan = planBuild(source, await readSdk(), go.version);
  const target = `${hostSystem().name}/${Deno.build.arch}`;
  // What an action is allowed follows from its sources and the rules of this version.
  const hash = planHash(plan, [go.version, target, appVersion().version, SANDBOXES, LOOK, ...buildFlags("")]);
  const program = join(paths.cache, "actions", hash + hostSystem().programSuffix);
  if (await isProgram(program)) {
    // The time of last use is what eviction goes by.
    await utimes(program, new Date(), new Date()).catch(() => {});
    return { ok: true, program, cached: true, folder: plan.folder };
  }
  // From here on it is listened to.
  options.signal?.throwIfAborted();
  options.onStart?.();
  return await share(
    program,
    options,
    (shared) => build(paths, go, plan, source, program, { ...options, ...shared }),
  );
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

/** Joins the compilation of that program or begins it; it is ended when nobody waits any more. */
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
  // One that nobody waited for any more ends while the next one of that program may be under way.
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

async function build(
  paths: KedgePaths,
  go: Go,
  plan: BuildPlan,
  source: ActionSource,
  program: string,
  options: CompileOptions,
): Promise<CompileResult> {
  const root = join(paths.cache, "go");
  const work = join(root, "work", crypto.randomUUID());
  const temporary = join(work, "tmp");
  try {
    for (const folder of [dirname(program), join(root, "build"), join(root, "path"), temporary]) {
      await makeFolder(folder);
    }
    await writeFiles(join(work, "src"), plan.files);
    const output = join(work, "program");
    const call = { cwd: join(work, "src"), env: goEnvironment(go, root, temporary), signal: options.signal };
    const packages = async () => {
      const { text } = await runGo(go, { ...call, args: ["list", "-deps", `./${plan.folder}`] });
      return text.trim().split("\n").length;
    };
    const ended = await runGo(go, {
      ...call,
      args: [
        ...buildFlags(allowanceOf(source)),
        "-v",
        ...(options.background ? ["-p", "1"] : []),
        "-o",
        output,
        `./${plan.folder}`,
      ],
      onLine: followBuild(packages, (progress) => options.onProgress?.(progress)),
    });
    if (!ended.ok) {
      // Some messages of Go name a file by its whole path.
      const text = ended.text.replaceAll(call.cwd + sep, "");
      const diagnostics = readBuildErrors(text, {
        entry: source.entry,
        folder: plan.folder,
        packages: plan.packages,
        source: plan.files.get(`${plan.folder}/action/action.go`)!,
      });
      return { ok: false, error: DOES_NOT_COMPILE, diagnostics };
    }
    const linked = linkedAmong(await readFile(output), LOOKED_FOR);
    const more = (options.look ?? unaccounted)(source.files, source.entry, linked, {
      system: hostSystem().name,
      release: languageVersion(go.version),
    });
    if (more) {
      const shown = listedNames(more.functions);
      return {
        ok: false,
        error: `the compiled ${source.entry} can ${
          more.abilities.join(", ")
        } (${shown}), which its review did not say`,
        hint: "It does not run. Tell its author which functions these are; when they are meant to be used, " +
          "the sources have to name them, so that the review shows them.",
        diagnostics: [],
      };
    }
    await chmod(output, 0o700);
    await rename(output, program);
    await trimCaches(paths, program);
    return { ok: true, program, cached: false, folder: plan.folder };
  } catch (error) {
    options.signal?.throwIfAborted();
    if (!(error instanceof Error) || !("code" in error)) throw error;
    return {
      ok: false,
      error: `the action could not be compiled: ${systemReason(error)}`,
      hint: `Check that there is room in ${paths.cache} and that you may write there.`,
      diagnostics: [],
    };
  } finally {
    await rm(work, { recursive: true, force: true }).catch(() => {});
  }
}

async function writeFiles(root: string, files: ReadonlyMap<string, Uint8Array>): Promise<void> {
  const folders = new Set([...files.keys()].map((path) => dirname(join(root, path))));
  for (const folder of folders) await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const [path, bytes] of eachFile(files)) await writeFile(join(root, path), bytes, { mode: 0o600 });
}

/** An empty file is what a machine leaves that lost its power before the disk had the program. */
async function isProgram(path: string): Promise<boolean> {
  return await stat(path).then((info) => info.isFile() && info.size > 0, () => false);
}
