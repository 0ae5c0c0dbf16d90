import { rm } from "node:fs/promises";
import { basename } from "node:path";
import {
  actionOf,
  type ActionRun,
  buildErrorText,
  buildProblems,
  compileAction,
  machineServices,
  type RunServices,
  type RunSurface,
  startRun,
} from "../actions/mod.ts";
import type { Bundle } from "../bundle/mod.ts";
import type { Config } from "../config/config.ts";
import { type Diagnostic, hasErrors } from "../diagnostic.ts";
import {
  describeManifest,
  loadSource,
  type Overrides,
  readOverrides,
  withAnswer,
  withChange,
  withoutWriting,
} from "../extensions/mod.ts";
import { makeTemporary, removeTemporary } from "../files/temporary.ts";
import type { OverrideChange } from "../extensions/overrides.ts";
import type { KedgePaths } from "../paths.ts";
import type { DevelopmentState } from "../state/development.ts";
import type { ExtensionState } from "../state/state.ts";
import type { AppVersion } from "../version.ts";
import { followFolder } from "./watch.ts";

/** An extension under development, with its files after each save. */
export interface Workbench {
  /** The extension's state for other surfaces; null until its manifest was read for the first time. */
  readonly extension: ExtensionState | null;
  /** Returns the bytes of one file as last checked; null for a file that is not in the bundle. */
  file(path: string): Uint8Array | null;
  /** Runs the current files. `config` returns the current configuration. Does not throw. */
  start(action: string, config: () => Config, surface: RunSurface): ActionRun;
  /** Changes the settings of one action while the extension is under development. */
  saveOverrides(action: string, change: OverrideChange): void;
  /** Closes the workbench and removes everything that it created. */
  close(): Promise<void>;
}

/** The dependencies of a workbench. */
interface WorkbenchParts {
  readonly paths: KedgePaths;
  readonly version: AppVersion;
  readonly now: () => number;
}

/**
 * Starts developing the extension in a folder, an absolute path. `onChange` is called on each change of the
 * state or the extension. Nothing is installed: the workbench has its own settings and logs, which are
 * removed when it closes.
 */
export async function openWorkbench(
  folder: string,
  { paths, version, now }: WorkbenchParts,
  onChange: (state: DevelopmentState) => void,
): Promise<Workbench> {
  const logs = await makeTemporary("run");
  const ended = new AbortController();
  /** Programs that were compiled only by this workbench. */
  const programs = new Set<string>();
  let bundle: Bundle | null = null;
  /** The last files that were a valid bundle, which the surfaces show. */
  let shown: Bundle | null = null;
  let overrides: Overrides = { actions: {} };
  let extension: ExtensionState | null = null;
  let seen: string | undefined;
  /** Whether the last failure may have a cause outside of the files, such as a missing Go. */
  let elsewhere = false;
  let compiling = new AbortController();
  let compiled: Promise<void> = Promise.resolve();
  let state: DevelopmentState = {
    folder,
    extension: null,
    name: basename(folder),
    status: "checking",
    diagnostics: [],
    actions: 0,
    at: now(),
  };

  function change(next: Partial<DevelopmentState>): void {
    state = { ...state, ...next };
    if (!ended.signal.aborted) onChange(state);
  }

  /** Reads the folder; starts again when its content is new, and after a failure elsewhere when asked to. */
  async function look(asked: boolean): Promise<void> {
    const at = now(), began = performance.now();
    const loaded = await loadSource(folder);
    const key = loaded.bundle ? loaded.bundle.hash : JSON.stringify(loaded.diagnostics);
    if (key === seen && !(asked && elsewhere) || ended.signal.aborted) return;
    seen = key;
    elsewhere = false;
    compiling.abort();
    bundle = loaded.bundle && !hasErrors(loaded.diagnostics) ? loaded.bundle : null;
    const { diagnostics } = loaded;
    if (!bundle) {
      const { ms: _, hash: __, ...before } = state;
      state = before;
      return change({ status: "broken", diagnostics, at, ms: performance.now() - began });
    }
    if (shown?.manifest.id !== bundle.manifest.id) overrides = await inherited(paths, bundle.manifest.id);
    shown = bundle;
    describe();
    const { manifest } = bundle;
    const { ms: _, ...before } = state;
    state = before;
    change({
      status: "compiling",
      diagnostics,
      at,
      extension: manifest.id,
      name: manifest.name,
      hash: bundle.hash,
      actions: manifest.actions.length,
    });
    compiling = new AbortController();
    compiled = compileAll(bundle, diagnostics, began, AbortSignal.any([compiling.signal, ended.signal]));
  }

  /** Compiles every action, so that its first run starts at once and the author sees all errors. */
  async function compileAll(
    { manifest, files }: Bundle,
    checked: readonly Diagnostic[],
    began: number,
    signal: AbortSignal,
  ): Promise<void> {
    const problems = new Map<string, Diagnostic>();
    try {
      for (const entry of new Set(manifest.actions.map((action) => action.entry))) {
        const result = await compileAction(paths, { entry, files }, { signal });
        if (result.ok) {
          if (!result.cached) programs.add(result.program);
          continue;
        }
        // Two actions that import one broken package both report it.
        for (const problem of buildProblems(entry, result)) problems.set(JSON.stringify(problem), problem);
      }
    } catch (error) {
      if (signal.aborted) return;
      const message = error instanceof Error ? error.message : String(error);
      problems.set("", { severity: "error", code: "compile-failed", path: [], message });
    }
    if (signal.aborted) return;
    // Errors of a source have a position in it.
    elsewhere = problems.values().some(({ line }) => line === undefined);
    const diagnostics = [...checked, ...problems.values()];
    change({
      status: hasErrors(diagnostics) ? "broken" : "ready",
      diagnostics,
      ms: performance.now() - began,
    });
  }

  function describe(): void {
    if (!shown) return;
    extension = {
      ...describeManifest(shown.manifest, overrides, version, true),
      developed: true,
      trust: "trusted",
      hash: shown.hash,
      source: folder,
      installedAt: 0,
      diagnostics: [],
    };
  }

  async function load(action: string): ReturnType<RunServices["load"]> {
    // A save of just now counts even when its event has not arrived.
    await followed.look();
    if (bundle) return actionOf(bundle, action, overrides, folder);
    return {
      refused: ["its files are no bundle as they are now", buildErrorText(state.diagnostics)].join("\n"),
      hint: "Save it again once that is fixed.",
    };
  }

  const followed = followFolder(folder, (asked) =>
    look(asked).catch((error) => {
      elsewhere = true;
      const message = error instanceof Error ? error.message : String(error);
      change({
        status: "broken",
        diagnostics: [{ severity: "error", code: "unreadable", path: [], message }],
      });
    }));

  return {
    get extension() {
      return extension;
    },
    file(path) {
      try {
        return shown?.files.get(path) ?? null;
      } catch {
        return null;
      }
    },
    start(action, config, surface) {
      const request = {
        paths: { ...paths, logs },
        get config() {
          return config();
        },
        extension: extension?.id ?? "",
        action,
      };
      return startRun(request, surface, {
        ...machineServices(request),
        load: () => load(action),
        remember(_, answer) {
          overrides = withAnswer(overrides, action, answer);
          describe();
          change({});
          return Promise.resolve();
        },
      });
    },
    saveOverrides(action, changed) {
      overrides = withChange(overrides, action, changed);
      describe();
      change({});
    },
    async close() {
      ended.abort();
      await followed.close();
      await compiled;
      await removeTemporary(logs);
      for (const made of programs) await rm(made, { force: true, maxRetries: 3 }).catch(() => {});
    },
  };
}

/** Returns the user's settings of the installed extension with that id, without the permission to write to servers. */
async function inherited(paths: KedgePaths, id: string): Promise<Overrides> {
  return withoutWriting(await readOverrides(paths, id));
}
