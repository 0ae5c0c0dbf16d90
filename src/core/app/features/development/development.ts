import type { OverrideChange } from "../../../extensions/overrides.ts";
import type { Workbench } from "../../../development/workbench.ts";
import type { DevelopmentState } from "../../../state/development.ts";
import type { ExtensionState } from "../../../state/state.ts";
import type { Writing } from "../../../state/store.ts";
import type { Toasts } from "../toasts/toasts.ts";
import type { ActionStarter } from "../runs/runs.ts";
import type { CommandResult } from "../../result.ts";
import { createPublishing, type Publishing, type PublishingServices } from "./publishing.ts";
import type { Windows } from "../../windows.ts";

/** Begins to work on the extension of a folder. */
export type OpenWorkbench = (
  folder: string,
  onChange: (state: DevelopmentState) => void,
) => Promise<Workbench>;

/** The extensions that authors work on, each for as long as its `kedge --dev` runs. */
export interface Development {
  /**
   * Works on a folder until the signal aborts, and settles when nothing of it is left. Fails for a folder that is worked on
   * already.
   */
  work(folder: string, signal: AbortSignal): Promise<CommandResult>;
  /** Ends it from inside. */
  end(extension: string): CommandResult;
  /** The listed extensions; what is worked on stands in for what is installed under that id. */
  over(listed: readonly ExtensionState[]): readonly ExtensionState[];
  /** Runs an action of what is worked on; the others are started by `services`. */
  starter(services: ActionStarter): ActionStarter;
  /** What is published of it. */
  readonly publishing: Publishing;
  /** Whether an extension is worked on. */
  has(extension: string): boolean;
  /** Changes settings of what is worked on; false for another extension. */
  saveOverrides(extension: string, action: string, change: OverrideChange): boolean;
  /** One file of what is worked on; null for another one. */
  file(extension: string, path: string): Uint8Array | null;
  /** Tells a follower of every change from now on. */
  follow(follower: Follower): void;
  close(): Promise<void>;
}

/** Its dependencies. */
interface DevelopmentParts {
  readonly store: Writing<"development" | "publishing">;
  readonly windows: Windows;
  readonly toasts: Pick<Toasts, "show">;
  readonly onError: (error: unknown) => void;
}

/** What follows from the work: `onChange` shows the extensions anew, `forget` ends and removes the runs of one. */
interface Follower {
  readonly onChange: () => void;
  readonly forget: (extension: string) => Promise<void>;
}

/** Makes the list of what is worked on. */
export function createDevelopment(
  { store, windows, toasts, onError }: DevelopmentParts,
  services: { readonly openWorkbench: OpenWorkbench; readonly publishing: PublishingServices },
): Development {
  const all = store.slices.development;
  const benches = new Map<string, { readonly bench: Workbench; readonly stop: AbortController }>();
  const working = new Map<Promise<unknown>, AbortController>();
  /** The folder that each extension is run from: the first one whose manifest has that id. */
  const owners = new Map<string, string>();

  const publishing = createPublishing(
    { store, toasts, folderOf: (extension) => owners.get(extension) ?? null, onError },
    services.publishing,
  );
  const followers: Follower[] = [];
  const onChange = () => followers.forEach((follower) => follower.onChange());
  const find = (extension: string) => benches.get(owners.get(extension) ?? "") ?? null;
  /** A folder has no longer that id. Its runs end with it, and the next folder of that id takes its place. */
  async function release(folder: string, id: string | null): Promise<void> {
    if (id === null || owners.get(id) !== folder) return;
    owners.delete(id);
    publishing.leave(id);
    for (const [other, { bench }] of benches) {
      if (other === folder || bench.extension?.id !== id) continue;
      owners.set(id, other);
      break;
    }
    await Promise.all(followers.map(({ forget }) => forget(id)));
  }
  const put = (state: DevelopmentState) =>
    all.update((before) =>
      before.some(({ folder }) => folder === state.folder)
        ? before.map((one) => one.folder === state.folder ? state : one)
        : [...before, state]
    );

  async function work(folder: string, stop: AbortController): Promise<CommandResult> {
    const other = all.get().some((one) => one.folder === folder);
    if (other) return { ok: false, error: `Another kedge --dev works on ${folder}.`, hint: "End it first." };
    let id: string | null = null;
    const bench = await services.openWorkbench(folder, (state) => {
      // A new id in the manifest is another extension.
      if (id !== state.extension) void release(folder, id);
      id = state.extension;
      if (id !== null && !owners.has(id)) owners.set(id, folder);
      put(state);
      if (id !== null && owners.get(id) === folder) publishing.changed(id, state.hash);
      onChange();
    });
    benches.set(folder, { bench, stop });
    onChange();
    const aborted = Promise.withResolvers<void>();
    if (stop.signal.aborted) aborted.resolve();
    stop.signal.addEventListener("abort", () => aborted.resolve(), { once: true });
    await aborted.promise;
    benches.delete(folder);
    all.update((before) => before.filter((one) => one.folder !== folder));
    const released = release(folder, id);
    onChange();
    await released;
    windows.closeWhere(({ page, params }) => page === "development" && params.folder === folder);
    await bench.close();
    return { ok: true };
  }

  return {
    work(folder, signal) {
      const stop = new AbortController();
      if (signal.aborted) stop.abort();
      signal.addEventListener("abort", () => stop.abort(), { once: true });
      const worked = work(folder, stop);
      working.set(worked, stop);
      return worked.finally(() => working.delete(worked));
    },
    end(extension) {
      const found = find(extension);
      if (!found) return { ok: false, error: "Nobody works on this extension." };
      found.stop.abort();
      return { ok: true };
    },
    over(listed) {
      const developed = new Map<string, ExtensionState>();
      for (const [folder, { bench: { extension } }] of benches) {
        if (extension && owners.get(extension.id) === folder) developed.set(extension.id, extension);
      }
      return [...developed.values(), ...listed.filter(({ id }) => !developed.has(id))];
    },
    starter: (services) => ({
      start(extension, action, surface) {
        const bench = find(extension)?.bench;
        return bench
          ? bench.start(action, store.get().config.value, surface)
          : services.start(extension, action, surface);
      },
      pastLog: (run: string) => services.pastLog(run),
    }),
    follow: (follower) => void followers.push(follower),
    publishing,
    has: (extension) => find(extension) !== null,
    saveOverrides(extension, action, change) {
      const found = find(extension);
      found?.bench.saveOverrides(action, change);
      return found !== null;
    },
    file: (extension, path) => find(extension)?.bench.file(path) ?? null,
    async close() {
      publishing.close();
      // Also one whose folder is being opened.
      for (const stop of working.values()) stop.abort();
      await Promise.allSettled(working.keys());
    },
  };
}
