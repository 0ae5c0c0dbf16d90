import type { OverrideChange } from "../../../extensions/overrides.ts";
import type { Workbench } from "../../../development/workbench.ts";
import type { DevelopmentState } from "../../../state/development.ts";
import type { ExtensionState } from "../../../state/state.ts";
import { placed } from "../../../state/list.ts";
import type { Writing } from "../../../state/store.ts";
import type { Toasts } from "../toasts/toasts.ts";
import type { ActionStarter } from "../runs/runs.ts";
import { type CommandResult, refusal } from "../../../result.ts";
import { createPublishing, type PublishingServices } from "./publishing.ts";
import type { Windows } from "../../windows.ts";

/** Starts to work on the extension in a folder. */
export type OpenWorkbench = (
  folder: string,
  onChange: (state: DevelopmentState) => void,
) => Promise<Workbench>;

/** Extensions under development, each while its `kedge --dev` runs. */
export type Development = ReturnType<typeof createDevelopment>;

/** The dependencies of {@link createDevelopment}. */
interface DevelopmentParts {
  readonly store: Writing<"development" | "publishing">;
  readonly windows: Windows;
  readonly toasts: Pick<Toasts, "show">;
  readonly onError: (error: unknown) => void;
}

/**
 * Callbacks for changes: `onChange` updates the shown extensions, `forget` stops and removes the runs of an
 * extension.
 */
interface Follower {
  readonly onChange: () => void;
  readonly forget: (extension: string) => Promise<void>;
}

/** Makes the list of extensions under development. */
export function createDevelopment(
  { store, windows, toasts, onError }: DevelopmentParts,
  services: { readonly openWorkbench: OpenWorkbench; readonly publishing: PublishingServices },
) {
  const all = store.slices.development;
  const benches = new Map<string, { readonly bench: Workbench; readonly stop: AbortController }>();
  const working = new Map<Promise<unknown>, AbortController>();
  /** The folder that each extension runs from. When several manifests have the same ID, the first folder counts. */
  const owners = new Map<string, string>();

  const publishing = createPublishing(
    { store, toasts, folderOf: (extension) => owners.get(extension) ?? null, onError },
    services.publishing,
  );
  const followers: Follower[] = [];
  const onChange = () => followers.forEach((follower) => follower.onChange());
  const find = (extension: string) => benches.get(owners.get(extension) ?? "") ?? null;
  /** Releases the ID that a folder had. The runs of that ID end, and another folder with the ID takes over. */
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
    all.update((before) => placed(before, state, ({ folder }) => folder === state.folder));

  async function work(folder: string, stop: AbortController): Promise<CommandResult> {
    const other = all.get().some((one) => one.folder === folder);
    if (other) return refusal(`Another kedge --dev works on ${folder}.`, "End it first.");
    let id: string | null = null;
    const bench = await services.openWorkbench(folder, (state) => {
      // A new ID in the manifest makes the folder another extension.
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
    stop.signal.addEventListener("abort", () => aborted.resolve(), { once: true });
    if (!stop.signal.aborted) await aborted.promise;
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
    /**
     * Works on a folder until the signal aborts, and settles when everything of it is closed. Fails for a
     * folder that another `kedge --dev` works on.
     */
    work(folder: string, signal: AbortSignal): Promise<CommandResult> {
      const stop = new AbortController();
      if (signal.aborted) stop.abort();
      signal.addEventListener("abort", () => stop.abort(), { once: true });
      const worked = work(folder, stop);
      working.set(worked, stop);
      return worked.finally(() => working.delete(worked));
    },
    /** Ends the work on an extension at the user's request. */
    end(extension: string): CommandResult {
      const found = find(extension);
      if (!found) return refusal("Nobody works on this extension.");
      found.stop.abort();
      return { ok: true };
    },
    /** Returns the listed extensions, in which those under development replace the installed ones with the same ID. */
    over(listed: readonly ExtensionState[]): readonly ExtensionState[] {
      const developed = new Map<string, ExtensionState>();
      for (const [folder, { bench: { extension } }] of benches) {
        if (extension && owners.get(extension.id) === folder) developed.set(extension.id, extension);
      }
      return [...developed.values(), ...listed.filter(({ id }) => !developed.has(id))];
    },
    /** Returns a starter that runs actions under development itself and passes other actions to `services`. */
    starter: (services: ActionStarter): ActionStarter => ({
      start(extension, action, surface) {
        const bench = find(extension)?.bench;
        return bench
          ? bench.start(action, () => store.get().config.value, surface)
          : services.start(extension, action, surface);
      },
      pastLog: (run: string) => services.pastLog(run),
    }),
    /** Calls a follower at every change from now on. */
    follow: (follower: Follower) => void followers.push(follower),
    /** Publishing of the extensions under development. */
    publishing,
    /** Whether an extension is under development. */
    has: (extension: string) => find(extension) !== null,
    /** Changes settings of an extension under development; returns false for any other extension. */
    saveOverrides(extension: string, action: string, change: OverrideChange) {
      const found = find(extension);
      found?.bench.saveOverrides(action, change);
      return found !== null;
    },
    /** Returns one file of an extension under development; null for any other extension. */
    file: (extension: string, path: string): Uint8Array | null => find(extension)?.bench.file(path) ?? null,
    async close() {
      publishing.close();
      // Includes folders that are still being opened.
      for (const stop of working.values()) stop.abort();
      await Promise.allSettled(working.keys());
    },
  };
}
