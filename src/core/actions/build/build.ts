import { dirname, join, sep } from "node:path";
import { chmod, readFile, rm } from "node:fs/promises";
import type { KedgePaths } from "../../paths.ts";
import { makeFolder, renamePatiently, syncFile } from "../../files/atomic.ts";
import { isFileError } from "../../files/errors.ts";
import { systemReason } from "../../files/reason.ts";
import { hostSystem } from "../../platform/mod.ts";
import { DOES_NOT_COMPILE } from "../../state/run_words.ts";
import { type ActionSource, buildFlags, type BuildPlan, sharedSources } from "./plan.ts";
import { type CompileOptions, type CompileResult, followBuild } from "./compilation.ts";
import { readBuildErrors } from "./errors.ts";
import { type Go, languageVersion } from "./go.ts";
import { rememberRelease } from "./last_release.ts";
import { linkedAmong } from "./linked.ts";
import { machineFault } from "./machine_fault.ts";
import { LOOKED_FOR, unaccounted } from "../../extensions/review/unaccounted.ts";
import { listedNames } from "../../text/shorten.ts";
import { writeFiles } from "../write_files.ts";
import { trimCaches } from "./cache.ts";
import { goEnvironment, runGo } from "./toolchain.ts";
import type { Capability } from "../../extensions/review/capability.ts";
import { sourceReach } from "../../extensions/review/findings.ts";

/**
 * Compiles an action, checks that the linked functions need no ability beyond its review, and moves the
 * result to `program`. This is a module of its own because most runs find their program compiled and need
 * none of it.
 */
export async function build(
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
      // Nobody waits any more, and the caches may be removed meanwhile.
      options.signal?.throwIfAborted();
    }
    await writeFiles(join(work, "src"), plan.files, 0o600);
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
      // Some messages of Go contain the full path of a file.
      const text = ended.text.replaceAll(call.cwd + sep, "");
      const diagnostics = readBuildErrors(text, {
        entry: source.entry,
        folder: plan.folder,
        packages: plan.packages,
        source: plan.files.get(`${plan.folder}/action/action.go`)!,
      });
      // A message without a place in a source may tell of the machine.
      const placed = diagnostics.some(({ line }) => line !== undefined);
      const fault = placed ? null : machineFault(text, paths.cache);
      if (fault) return { ok: false, ...fault, diagnostics: [] };
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
    await syncFile(output);
    await renamePatiently(output, program);
    await rememberRelease(paths, go.version);
    await trimCaches(paths, program);
    return { ok: true, program, cached: false, folder: plan.folder };
  } catch (error) {
    options.signal?.throwIfAborted();
    if (!isFileError(error) && !(error instanceof Error && "code" in error)) throw error;
    return {
      ok: false,
      error: `the action could not be compiled: ${isFileError(error) ? error.message : systemReason(error)}`,
      hint: isFileError(error)
        ? error.hint
        : `Check that there is room in ${paths.cache} and that you may write there.`,
      diagnostics: [],
    };
  } finally {
    await rm(work, { recursive: true, force: true }).catch(() => {});
  }
}

/**
 * Capabilities that no sandbox can limit: an action that may start any program or make any system call may do
 * anything.
 */
const ANYTHING: readonly Capability[] = ["anything", "programs", "system"];

/**
 * Capabilities that an action's sandbox can allow or deny (`sdk/internal/anchor`). Bypassing Go's type safety
 * gains nothing because the kernel enforces the sandbox.
 */
const CONFINED: readonly Capability[] = ["read", "write", "network", "processes", "settings"];

/**
 * Returns the permissions of an action on Linux as its sandbox names them. They cover what the review found
 * in the sources, and what the sources could use without naming it.
 */
export function allowanceOf(source: ActionSource): string {
  const files = new Map<string, Uint8Array>();
  for (const path of [...sharedSources(source), source.entry]) files.set(path, source.files.get(path)!);
  const { can, could } = sourceReach(files, new Map(), [source.entry], new Map());
  const all = new Set([...can, ...could]);
  if (ANYTHING.some((one) => all.has(one))) return "all";
  return CONFINED.filter((one) => all.has(one)).join(",") || "none";
}
