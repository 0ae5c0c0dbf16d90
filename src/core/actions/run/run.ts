import { join } from "node:path";
import { sourcesName } from "../../bundle/mod.ts";
import { makeTemporary, removeTemporary } from "../../files/temporary.ts";
import { hidePrivateEnvironment } from "../../platform/private_environment.ts";
import { present } from "../../present.ts";
import { appVersion } from "../../version.ts";
import { compileAction } from "../build/compile.ts";
import { buildErrorText, withBundleNames } from "../build/errors.ts";
import type { CompileResult } from "../build/compilation.ts";
import { findGo } from "../build/go.ts";
import { type NoAccount, NOT_SIGNED_IN, resolveAccount, signedIn } from "../context/context.ts";
import { createLogFile, type RunLines } from "../log/file.ts";
import { createRunLog } from "../log/run_log.ts";
import { machineServices } from "../machine_services.ts";
import { RUN_LIMIT, startClock } from "./clock.ts";
import { scriptEnvironment } from "./environment.ts";
import type { RunOutcome, RunSurface } from "./surface.ts";
import { unblocked } from "./unblocked.ts";
import type { AccountContext } from "../../accounts/context.ts";
import type { LoadedAction, RunRequest, RunServices } from "./services.ts";
import { spawnScript } from "./spawn.ts";
import { supervise, type Supervisor } from "./supervisor.ts";
import { writeFiles } from "../write_files.ts";

/** One run of an action. */
export interface ActionRun {
  /** Resolves when the run has ended; never rejects. */
  readonly done: Promise<RunOutcome>;
  /** The lines that the action prints; complete when `done` has resolved. */
  readonly log: RunLines;
  /** Closes the run's context; a second call ends the run at once. */
  stop(): void;
  /** Passes on a click on the running button. */
  click(): void;
  /** Hides the secrets that the run has asked for, because an error may contain text of the action. */
  hide(text: string): string;
}

/**
 * Throws when no source of the extension contains these names: the review did not show the use, so the user
 * did not allow it. This stops calls by names made at run time, and frames that do not come from the SDK.
 */
function mustName({ files }: LoadedAction, ...words: readonly string[]): void {
  if (words.some((word) => sourcesName(files, word))) return;
  throw new Error(`no source of this extension names ${words[0]}, so its review did not show it`);
}

/**
 * Starts an installed action: checks its trust, decides the account, compiles and runs it. `surface` shows
 * everything and asks the questions. Does not throw.
 */
export function startRun(
  request: RunRequest,
  surface: RunSurface,
  services: RunServices = machineServices(request),
): ActionRun {
  const stopped = new AbortController();
  const log = createLogFile(request.paths.logs, request);
  /** Remove what the run leaves on the machine; called when the run has ended. */
  const cleanups: (() => Promise<unknown>)[] = [];
  let supervisor: Supervisor | undefined;
  let ended = false;

  async function run(): Promise<RunOutcome> {
    const loaded = await services.load(request);
    if ("refused" in loaded) {
      return { status: "refused", error: loaded.refused, ...present({ hint: loaded.hint }), ms: 0 };
    }
    // Compiling continues while the user chooses an account.
    const compiling = compileAction(request.paths, loaded, {
      signal: stopped.signal,
      onStart: () => surface.phase("compiling"),
      onProgress: (progress) => surface.phase("compiling", progress),
    });
    compiling.catch(() => {});
    // Do not ask for an account when the action cannot be compiled here.
    if (!("path" in await findGo())) {
      const early = await compiling;
      if (!early.ok) return notCompiled(early);
    }
    const context = await resolveAccount(request, loaded, surface, services, stopped.signal);
    if (context && "refused" in context) return withoutAccount(context);
    surface.context(context);
    if (context && !await signedIn(context, surface, services, stopped.signal)) {
      return withoutAccount(NOT_SIGNED_IN);
    }
    const compiled = await compiling;
    if (!compiled.ok) return notCompiled(compiled);
    stopped.signal.throwIfAborted();
    return await execute(loaded, context, compiled);
  }

  function notCompiled({ error, hint, diagnostics }: CompileResult & { readonly ok: false }): RunOutcome {
    return {
      status: "refused",
      error: [error, buildErrorText(diagnostics)].filter(Boolean).join("\n"),
      ...present({ hint: hint ?? diagnostics.find(({ hint }) => hint)?.hint }),
      ms: 0,
    };
  }

  function withoutAccount({ refused: error, hint, stopped: left }: NoAccount): RunOutcome {
    stopped.abort();
    return { status: left ? "stopped" : "refused", error, ...present({ hint }), ms: 0 };
  }

  async function execute(
    loaded: LoadedAction,
    context: AccountContext | null,
    compiled: { readonly program: string; readonly folder: string },
  ): Promise<RunOutcome> {
    const work = await makeTemporary("run");
    cleanups.push(() => removeTemporary(work));
    const copy = await copyForScript(loaded.files);
    if (copy) cleanups.push(() => removeTemporary(copy));
    const source = context && await services.credentials(context);
    if (source) cleanups.push(() => source.close());
    const nonce = randomHex(16);
    const env = scriptEnvironment(
      services.environment(),
      { nonce, cookie: randomHex(16), noFile: join(work, "no-aws-file") },
      context && source && { ...source, region: context.region },
    );
    log.begin();
    surface.phase("running");
    hidePrivateEnvironment();
    const process = await spawnScript(compiled.program, work, env);
    if (source) source.only(process.pid);
    const limit = request.limit ?? RUN_LIMIT;
    const clock = startClock(limit, () => supervisor?.timeout(), (ms, runs) => surface.clock(ms, runs));
    const shown = unblocked(surface, clock);
    const runLog = createRunLog(
      (line) => {
        log.add(line);
        if (!shown.wholeLog) shown.log(line);
      },
      clock.ms,
      shown.wholeLog ? { all: shown.log } : {},
    );
    const names = { entry: loaded.entry, folder: compiled.folder };
    supervisor = supervise({
      process,
      nonce,
      surface: shown,
      clock,
      log: runLog,
      room: () => log.room(),
      limit,
      start: {
        appVersion: appVersion().version,
        extension: loaded.extension,
        action: loaded.action,
        account: context && { id: context.account, role: context.role, region: context.region },
        dir: copy ?? loaded.dir,
        config: loaded.config as never,
      },
      sources: {
        async secret(id, signal) {
          mustName(loaded, "Secret", "SecretField");
          if (!context) throw new Error("this action runs without an account, so it has no secrets");
          return (await services.secret(context, id, signal)).open();
        },
        async query(query, login, signal) {
          mustName(loaded, "Query");
          return await services.query(request.config, query, { login, writable: loaded.writable }, signal);
        },
      },
      errorText: (text) => withBundleNames(text, names),
    });
    if (stopped.signal.aborted) supervisor.stop();
    const outcome = await supervisor.done;
    runLog.close();
    return outcome;
  }

  const done = run().catch((error): RunOutcome => {
    if (stopped.signal.aborted) return { status: "stopped", ms: 0 };
    // The compiling may still go on.
    stopped.abort();
    const reason = error instanceof Error ? error.message : String(error);
    return { status: "failed", error: `the action could not be started: ${reason}`, ms: 0 };
  }).then(async (outcome) => {
    ended = true;
    await Promise.allSettled([log.end(outcome), ...cleanups.map((clean) => clean())]);
    return outcome;
  });

  return {
    done,
    log,
    stop() {
      if (ended) return;
      stopped.abort();
      supervisor?.stop();
    },
    click: () => supervisor?.click(),
    hide: (text) => supervisor?.hide(text) ?? text,
  };
}

function randomHex(bytes: number): string {
  return crypto.getRandomValues(new Uint8Array(bytes)).toHex();
}

/**
 * Creates the folder that `k.Dir()` returns: a copy of the checked bytes, so that nothing can be swapped
 * between the check and the action's reading. Returns null when no source names Dir or reflect, because Go
 * has no other way to call it.
 */
export async function copyForScript(files: ReadonlyMap<string, Uint8Array>): Promise<string | null> {
  if (!sourcesName(files, "Dir") && !sourcesName(files, "reflect")) return null;
  const root = await makeTemporary("bundle");
  await writeFiles(root, files, 0o400);
  return root;
}
