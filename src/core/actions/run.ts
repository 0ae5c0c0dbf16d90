import { join } from "node:path";
import type { Config } from "../config/config.ts";
import type { KedgePaths } from "../paths.ts";
import type { CredentialsServer } from "../cloud/container.ts";
import type { Secret } from "../secret.ts";
import { appVersion } from "../version.ts";
import { buildErrorText, bundleText } from "./build_errors.ts";
import { copyForScript } from "./bundle_copy.ts";
import { compileAction } from "./compile.ts";
import { resolveAccount } from "./account.ts";
import type { AccountChoice } from "./context.ts";
import { scriptEnvironment } from "./environment.ts";
import type { QueryRows } from "./conversation.ts";
import type { RunFace, RunOutcome } from "./face.ts";
import { RUN_LIMIT } from "./clock.ts";
import { createRunLog } from "./log.ts";
import { openRunFile } from "./run_file.ts";
import { type Session, startSession } from "./session.ts";
import { makeWorkFolder, removeWorkFolder, spawnScript } from "./spawn.ts";
import type { ScriptFrame } from "./protocol.ts";

/** An installed action whose files were checked against what the user trusted, just now. */
export interface LoadedAction {
  readonly extension: {
    readonly id: string;
    readonly name: string;
    readonly version: string;
    readonly author: string;
  };
  readonly action: { readonly id: string; readonly label: string };
  readonly entry: string;
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** The folder of the installed files. */
  readonly dir: string;
  /** Merged: the extension's, the action's, the user's. */
  readonly config: Readonly<Record<string, unknown>>;
  readonly mode: "inherit" | "custom" | "none";
  /** The sources of the account context, as the manifest and the user give them. */
  readonly accounts: {
    readonly override?: AccountChoice;
    readonly declared?: AccountChoice;
    readonly saved?: AccountChoice;
  };
  /** Names of servers that the user lets this action write to. */
  readonly writable: readonly string[];
}

/** How a run gets to a server. */
export interface ServerAccess {
  readonly login: RunFace["login"];
  readonly writable: readonly string[];
}

/** Why an action must not or cannot run. */
export interface Refusal {
  readonly refused: string;
  readonly hint?: string;
}

/** What a run asks for. */
export interface RunRequest {
  readonly paths: KedgePaths;
  /** The configuration in force. */
  readonly config: Config;
  readonly extension: string;
  readonly action: string;
  /** The command line's account context. */
  readonly flags?: AccountChoice;
  /** For tests: the run's limit, ms. */
  readonly limit?: number;
}

/** An account context that is whole. */
export type Context = { readonly id: string; readonly role: string; readonly region: string };
type Query = Extract<ScriptFrame, { type: "query" }>;

/** What a run uses of the rest of Kedge. */
export interface RunServices {
  load(request: RunRequest): Promise<LoadedAction | Refusal>;
  /** Keeps the answer to an account question for the next run. */
  remember(request: RunRequest, choice: AccountChoice): Promise<void>;
  lastRole(request: RunRequest, account: string): Promise<string | undefined>;
  useRole(request: RunRequest, account: string, role: string): Promise<void>;
  /** The roles that are known for an account. */
  roles(account: string, region: string, signal: AbortSignal): Promise<string[]>;
  secret(account: Context, id: string, signal: AbortSignal): Promise<Secret>;
  /** Serves the account's credentials to the run; `close` ends it. */
  credentials(account: Context): Promise<CredentialsServer>;
  query(
    config: Config,
    query: Query,
    access: ServerAccess,
    signal: AbortSignal,
  ): Promise<QueryRows>;
  /** The user's environment. */
  environment(): Record<string, string>;
}

/** One run of an action. */
export interface ActionRun {
  /** Never rejects. */
  readonly done: Promise<RunOutcome>;
  stop(): void;
  /** A click on the running button. */
  click(): void;
  cancelProgress(): void;
}

/**
 * Starts an installed action: trust, account, compiling, running. Everything it shows and asks goes to
 * `face`.
 */
export function startAction(request: RunRequest, face: RunFace, services: RunServices): ActionRun {
  const stopped = new AbortController();
  let session: Session | undefined;
  let mayStop = true;

  async function run(): Promise<RunOutcome> {
    const loaded = await services.load(request);
    if ("refused" in loaded) return { status: "refused", error: loaded.refused, ...hintOf(loaded), ms: 0 };
    // Compiling goes on while the user chooses an account.
    const compiling = compileAction(request.paths, loaded, {
      signal: stopped.signal,
      onStart: () => face.phase("compiling"),
      onProgress: (progress) => face.phase("compiling", progress),
    });
    compiling.catch(() => {});
    const account = await resolveAccount(request, loaded, face, services, stopped.signal);
    if (account && "refused" in account) {
      stopped.abort();
      return {
        status: account.stopped ? "stopped" : "refused",
        error: account.refused,
        ...hintOf(account),
        ms: 0,
      };
    }
    face.account(account);
    const compiled = await compiling;
    if (!compiled.ok) {
      const error = [compiled.error, buildErrorText(compiled.diagnostics)].filter(Boolean).join("\n");
      const hint = compiled.hint ?? compiled.diagnostics.find(({ hint }) => hint)?.hint;
      return { status: "refused", error, ...(hint ? { hint } : {}), ms: 0 };
    }
    stopped.signal.throwIfAborted();
    return await execute(loaded, account, compiled);
  }

  async function execute(
    loaded: LoadedAction,
    account: Context | null,
    compiled: { readonly program: string; readonly folder: string },
  ): Promise<RunOutcome> {
    const work = await makeWorkFolder();
    const copy = await copyForScript(loaded.files);
    const source = account && await services.credentials(account);
    const file = openRunFile(request.paths, loaded.extension.id, loaded.action.id);
    const log = createRunLog((line) => {
      file.add(line);
      face.log(line);
    });
    try {
      const nonce = randomHex(16);
      const env = scriptEnvironment(
        services.environment(),
        { nonce, cookie: randomHex(16) },
        account && source && { ...source, region: account.region, noFile: join(work, "no-aws-file") },
      );
      face.phase("running");
      const process = spawnScript(compiled.program, work, env);
      const place = { entry: loaded.entry, folder: compiled.folder };
      session = startSession({
        process,
        nonce,
        face,
        log,
        limit: request.limit ?? RUN_LIMIT,
        start: {
          appVersion: appVersion().version,
          extension: loaded.extension,
          action: loaded.action,
          account: account && { id: account.id, role: account.role, region: account.region },
          dir: copy ?? loaded.dir,
          config: loaded.config as never,
        },
        sources: {
          async secret(id, signal) {
            if (!account) throw new Error("this action runs without an account, so it has no secrets");
            return (await services.secret(account, id, signal)).open();
          },
          query: (query, login, signal) =>
            services.query(request.config, query, { login, writable: loaded.writable }, signal),
        },
        errorText: (text) => bundleText(text, place),
      });
      if (stopped.signal.aborted) session.close("stop");
      const outcome = await session.done;
      log.close();
      await Promise.all([
        file.end(outcome),
        source?.close(),
        removeWorkFolder(work),
        copy && removeWorkFolder(copy),
      ]);
      return outcome;
    } catch (error) {
      await Promise.all([source?.close(), removeWorkFolder(work), copy && removeWorkFolder(copy)]);
      throw error;
    }
  }

  const done = run().catch((error): RunOutcome => {
    if (stopped.signal.aborted) return { status: "stopped", error: "the action was stopped", ms: 0 };
    const reason = error instanceof Error ? error.message : String(error);
    return { status: "failed", error: `the action could not be started: ${reason}`, ms: 0 };
  }).finally(() => mayStop = false);

  return {
    done,
    stop() {
      if (!mayStop) return;
      stopped.abort();
      session?.close("stop");
    },
    click: () => session?.click(),
    cancelProgress: () => session?.cancelProgress(),
  };
}

function hintOf({ hint }: { readonly hint?: string }): { hint?: string } {
  return hint ? { hint } : {};
}

function randomHex(bytes: number): string {
  return crypto.getRandomValues(new Uint8Array(bytes)).toHex();
}
