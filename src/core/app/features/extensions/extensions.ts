import { type Diagnostic, hasErrors } from "../../../diagnostic.ts";
import type { OverrideChange } from "../../../extensions/overrides.ts";
import { actionWithOwner, activeRuns } from "../../../state/selectors.ts";
import type { ExtensionState, ReviewedBundle, ReviewState, ReviewTexts } from "../../../state/state.ts";
import { patched, without } from "../../../state/list.ts";
import { reuse } from "../../../state/selector.ts";
import type { Writing } from "../../../state/store.ts";
import { type CommandResult, refusal, RUN_MAY_PRESS } from "../../../result.ts";
import type { Windows } from "../../windows.ts";
import { createAhead } from "./ahead.ts";
import { grantsOf } from "./grants.ts";
import type { Development } from "../development/development.ts";
import { failureText } from "../../../files/reason.ts";
import { asSentence, inOneLine } from "../../../text/sentences.ts";

/** The result of reading a bundle; `bundle` is null when it was refused for the reasons in `diagnostics`. */
interface LoadedBundle<B> {
  readonly bundle: B | null;
  readonly diagnostics: readonly Diagnostic[];
  /** The file, folder or final address from which the bytes were read. */
  readonly source: string;
  /** Whether there was nothing to read. The one diagnostic tells why. */
  readonly unreadable?: boolean;
}

/** The extension store on disk. `B` is a bundle that passed every check. */
export interface ExtensionServices<B extends { readonly hash: string }> {
  /** Reads a bundle. `sha256` is the required hash of the file, in lower-case hex. */
  load(source: string, signal: AbortSignal, sha256?: string): Promise<LoadedBundle<B>>;
  /** Reads a bundle from bytes that a window sent. `name` is the user's name of the file. */
  loadBytes(bytes: Uint8Array, name: string): Promise<LoadedBundle<B>>;
  /** Reads the files of an installed extension as they are on disk. */
  loadInstalled(id: string): Promise<LoadedBundle<B>>;
  /** Restores the files that were trusted last; returns false when no copy exists. */
  restore(id: string): Promise<boolean>;
  review(bundle: B): Promise<ReviewedBundle>;
  /** Returns the texts of one file for a review; null when the bundle has no such file. */
  texts(bundle: B, path: string): Promise<ReviewTexts | null>;
  /** Returns one file of a bundle; null when the bundle has no such file. */
  file(bundle: B, path: string): Uint8Array | null;
  /** Installs a bundle. Throws when the version to compare with is no longer `over`; null stands for none. */
  install(bundle: B, source: string, over: string | null): Promise<void>;
  uninstall(id: string, forget: boolean): Promise<void>;
  list(): Promise<readonly ExtensionState[]>;
  saveOverrides(id: string, action: string, change: OverrideChange): Promise<void>;
  /** Compiles the actions of an extension that became trusted, so that the first click is fast. */
  warm(id: string): Promise<void>;
  /** Whether an action runs that could press buttons for the user; null when the system does not tell. */
  couldPress(): boolean | null;
}

/** Reading time after which a review opens its window, ms, so that the user can cancel it. */
const OPENS_AFTER = 250;

/** Installed extensions, and the reviews that install them. */
export type Extensions<B extends { readonly hash: string }> = ReturnType<typeof createExtensions<B>>;

/** Makes the extension commands. */
export function createExtensions<B extends { readonly hash: string }>(
  store: Writing<"extensions" | "reviews">,
  windows: Windows,
  services: ExtensionServices<B>,
  development: Pick<Development, "over" | "has" | "saveOverrides">,
) {
  const extensions = store.slices.extensions, reviews = store.slices.reviews;
  /** Bundles under review. Their bytes are installed, so that the files are those of the review. */
  const reviewed = new Map<string, { bundle: B; source: string }>();
  const loading = new Map<string, AbortController>();

  function patch(id: string, change: Partial<ReviewState>): void {
    reviews.update((all) => patched(all, id, change));
    if (change.bundle || change.source !== undefined) windows.retitle("review", { review: id });
  }

  let installed: readonly ExtensionState[] = [];
  const runMayPress = () => services.couldPress() ?? activeRuns(store.get()).length > 0;
  /** Updates the installed extensions and those under development in the state. */
  const show = () => extensions.update((before) => reuse(before, ahead.marked(development.over(installed))));
  const ahead = createAhead(services.warm, show);

  /** Numbers of the newest requested and the shown list. An older list must not replace a newer one. */
  let begun = 0, newest = 0;

  async function refresh(): Promise<void> {
    const mine = ++begun;
    const list = await services.list();
    // A list that was requested earlier may lack an extension that was installed meanwhile.
    if (mine < newest) return;
    const known = newest === 0 ? list : installed;
    newest = mine;
    installed = list;
    show();
    ahead.follow(known, list);
  }

  /** Returns the open review of the same bytes from the same source, which a second request opens. */
  function twinOf(id: string, hash: string, source: string, installed: true | undefined): string | undefined {
    return reviews.get().find((one) =>
      one.id !== id && one.installed === installed && (one.status === "ready" || one.status === "reading") &&
      reviewed.get(one.id)?.bundle.hash === hash && reviewed.get(one.id)?.source === source
    )?.id;
  }

  /** Rejects a review; also called when its window is closed. */
  function reject(review: string): void {
    loading.get(review)?.abort();
    reviewed.delete(review);
    reviews.update((all) => without(all, ({ id }) => id === review));
    windows.closeWhere((window) => window.page === "review" && window.params.review === review);
  }

  /**
   * Begins a review. Fails for a bundle that cannot be read. A quick failure opens no review, because the
   * user can correct the name at once. `source` is only shown. `installed` is set for the files of an
   * installed extension.
   */
  async function begin(
    source: string,
    load: (signal: AbortSignal) => Promise<LoadedBundle<B>>,
    installed?: true,
  ): Promise<CommandResult> {
    const id = crypto.randomUUID();
    const controller = new AbortController();
    loading.set(id, controller);
    reviews.update((all) => [
      ...all,
      { id, source, status: "reading", diagnostics: [], ...(installed && { installed }) },
    ]);
    let opened = false;
    const open = () => {
      if (opened || controller.signal.aborted) return;
      opened = true;
      windows.open("review", { review: id });
    };
    const fail = (error: string, source?: string, hint?: string): CommandResult => {
      if (controller.signal.aborted) return { ok: true };
      if (opened) {
        patch(id, { status: "failed", error: inOneLine(error, hint), ...(source && { source }) });
      } else reviews.update((all) => without(all, (review) => review.id === id));
      return refusal(error, hint);
    };
    const opening = setTimeout(open, OPENS_AFTER);
    try {
      const loaded = await load(controller.signal);
      if (controller.signal.aborted) return { ok: true };
      const { bundle, diagnostics } = loaded;
      if (!bundle && loaded.unreadable) {
        const { error, hint } = sentences(diagnostics);
        return fail(error, loaded.source, hint);
      }
      const twin = bundle && twinOf(id, bundle.hash, loaded.source, installed);
      if (!twin) open();
      if (!bundle || hasErrors(diagnostics)) {
        open();
        patch(id, { status: "refused", source: loaded.source, diagnostics });
      } else {
        reviewed.set(id, { bundle, source: loaded.source });
        const shown = await services.review(bundle);
        const other = twin && reviews.get().find((one) => one.id === twin && one.status === "ready");
        if (other && other.bundle?.installedHash === shown.installedHash) {
          reject(id);
          windows.open("review", { review: other.id });
          return { ok: true, value: { review: other.id } };
        }
        open();
        patch(id, { status: "ready", source: loaded.source, diagnostics, bundle: shown });
      }
    } catch (error) {
      return fail(failureText("It could not be read", error));
    } finally {
      clearTimeout(opening);
      loading.delete(id);
    }
    return { ok: true, value: { review: id } };
  }

  return {
    refresh,
    show,
    /** Begins the review of a bundle. `sha256` is the required hash of the file, in lower-case hex. */
    beginInstall: (source: string, sha256?: string) =>
      begin(source, (signal) => services.load(source, signal, sha256)),
    beginUpload: (bytes: Uint8Array, name: string) => begin(name, () => services.loadBytes(bytes, name)),
    /** Begins the review of a bundle that `load` fetches. */
    beginFrom: (source: string, load: (signal: AbortSignal) => Promise<LoadedBundle<B>>) =>
      begin(source, load),
    reviewInstalled(id: string): Promise<CommandResult> {
      const { source = "" } = extensions.get().find((one) => one.id === id && one.developed) ?? {};
      if (source !== "") return begin(source, (signal) => services.load(source, signal));
      return begin(`installed: ${id}`, () => services.loadInstalled(id), true);
    },
    /** Restores the trusted files of an extension that changed on disk. */
    async restore(id: string): Promise<CommandResult> {
      try {
        if (!await services.restore(id)) {
          return refusal(
            "What you reviewed is not kept any more.",
            "Review the change, or install it again.",
          );
        }
      } catch (error) {
        return refusal(failureText("It could not be brought back", error));
      }
      await refresh();
      return { ok: true };
    },
    async confirm(review: string, hash: string): Promise<CommandResult> {
      const kept = reviewed.get(review);
      const state = reviews.get().find(({ id }) => id === review);
      if (!kept || state?.status !== "ready" && state?.status !== "failed") {
        return refusal("There is nothing to install in this review.");
      }
      if (kept.bundle.hash !== hash) return refusal("This is not the bundle that was reviewed.");
      if (runMayPress()) return RUN_MAY_PRESS;
      patch(review, { status: "installing" });
      try {
        await services.install(kept.bundle, kept.source, state.bundle?.installedHash ?? null);
      } catch (error) {
        const text = failureText("It could not be installed", error);
        patch(review, { status: "failed", error: text });
        return refusal(text);
      }
      reviewed.delete(review);
      patch(review, { status: "installed" });
      await refresh();
      return { ok: true };
    },
    reject,
    async uninstall(id: string, forget: boolean): Promise<CommandResult> {
      if (development.has(id)) {
        return refusal("This extension is being worked on.", "End its kedge --dev first.");
      }
      const running = activeRuns(store.get()).find(({ extension }) => extension === id);
      if (running) return refusal(`"${running.actionLabel}" is running.`, "Stop it first.");
      try {
        await services.uninstall(id, forget);
      } catch (error) {
        return refusal(failureText("It could not be uninstalled", error));
      }
      await refresh();
      return { ok: true };
    },
    /** Changes the user's settings of an action. Refuses writing to a server whose address changed. */
    async saveOverrides(
      id: string,
      action: string,
      { write, ...others }: OverrideChange,
    ): Promise<CommandResult> {
      const before = actionWithOwner(store.get(), id, action)?.action.own?.write ?? [];
      const given = write && grantsOf(write, store.get().config.value.servers, before);
      if (given && "error" in given) return given;
      const more = given?.grants.some(({ server, at }) =>
        !before.some((one) => one.server === server && one.at === at)
      );
      if (more && runMayPress()) return RUN_MAY_PRESS;
      const change = { ...others, ...(given && { write: given.grants }) };
      if (!development.saveOverrides(id, action, change)) {
        try {
          await services.saveOverrides(id, action, change);
        } catch (error) {
          return refusal(failureText("The settings could not be saved", error));
        }
        await refresh();
      }
      return { ok: true };
    },
    /** Returns the texts of one file under review, also for files whose texts are not in the state. */
    async reviewTexts(review: string, path: string): Promise<ReviewTexts | null> {
      const kept = reviewed.get(review);
      return kept ? await services.texts(kept.bundle, path) : null;
    },
    /** Returns one file of the bundle under review, for its icon. */
    reviewFile(review: string, path: string): Uint8Array | null {
      const kept = reviewed.get(review);
      return kept ? services.file(kept.bundle, path) : null;
    },
  };
}

/** Returns the messages and hints of diagnostics as sentences. */
function sentences(diagnostics: readonly Diagnostic[]): { error: string; hint: string } {
  return {
    error: diagnostics.map(({ message }) => asSentence(message)).join(" "),
    hint: diagnostics.map(({ hint }) => hint ?? "").join(" ").trim(),
  };
}
