import { type Diagnostic, hasErrors } from "../diagnostic.ts";
import type { ActionState, ExtensionState, ReviewedBundle, ReviewState } from "../state/state.ts";
import type { Store } from "../state/store.ts";
import type { CommandResult } from "./command.ts";
import type { Windows } from "./windows.ts";

/** What reading a bundle gave; `bundle` is null when it was refused, with the reasons in `diagnostics`. */
export interface LoadedBundle<B> {
  readonly bundle: B | null;
  readonly diagnostics: readonly Diagnostic[];
  /** The file, folder or final address that the bytes came from. */
  readonly source: string;
  /** True when there was nothing to read; the one diagnostic says why. */
  readonly unreadable?: boolean;
}

/** The extension store on disk, as the application uses it. `B` is a bundle that passed every check. */
export interface ExtensionServices<B extends { readonly hash: string }> {
  load(source: string, signal: AbortSignal): Promise<LoadedBundle<B>>;
  /** A bundle from bytes that a window sent; `name` is what the user calls the file. */
  loadBytes(bytes: Uint8Array, name: string): Promise<LoadedBundle<B>>;
  /** The files of an installed extension as they are on disk now. */
  loadInstalled(id: string): Promise<LoadedBundle<B>>;
  /** Puts back the files that were trusted last; false when they are not kept. */
  restore(id: string): Promise<boolean>;
  review(bundle: B): Promise<ReviewedBundle>;
  /** One file of a bundle; null when it has none of that path. */
  file(bundle: B, path: string): Uint8Array | null;
  install(bundle: B, source: string): Promise<void>;
  uninstall(id: string, forget: boolean): Promise<void>;
  list(): Promise<readonly ExtensionState[]>;
  /** Called after an installation, so that the first click finds its actions compiled. */
  warm(id: string): void;
}

/** Installed extensions and the reviews that lead to them. */
export interface Extensions {
  refresh(): Promise<void>;
  beginInstall(source: string): Promise<CommandResult>;
  beginUpload(bytes: Uint8Array, name: string): Promise<CommandResult>;
  reviewInstalled(id: string): Promise<CommandResult>;
  /** Takes back what was changed on disk after the review. */
  restore(id: string): Promise<CommandResult>;
  confirm(review: string, hash: string): Promise<CommandResult>;
  /** Also what closing the review's window means. */
  reject(review: string): void;
  uninstall(id: string, forget: boolean): Promise<CommandResult>;
  /** One file of the bundle under review, for its icon. */
  reviewFile(review: string, path: string): Uint8Array | null;
}

/** Makes the extension commands. */
export function createExtensions<B extends { readonly hash: string }>(
  store: Store,
  windows: Windows,
  services: ExtensionServices<B>,
): Extensions {
  /** The bundles under review. What was shown is what is installed: the bytes are not read a second time. */
  const reviewed = new Map<string, { bundle: B; source: string }>();
  const loading = new Map<string, AbortController>();

  function patch(id: string, change: Partial<ReviewState>): void {
    store.update((state) => ({
      ...state,
      reviews: state.reviews.map((review) => review.id === id ? { ...review, ...change } : review),
    }));
  }

  async function refresh(): Promise<void> {
    const extensions = await services.list();
    store.update((state) => {
      const next = extensions.map((extension) => withRuns(extension, state.extensions));
      return JSON.stringify(next) === JSON.stringify(state.extensions)
        ? state
        : { ...state, extensions: next };
    });
  }

  async function begin(
    source: string,
    load: (signal: AbortSignal) => Promise<LoadedBundle<B>>,
  ): Promise<CommandResult> {
    const id = crypto.randomUUID();
    const controller = new AbortController();
    loading.set(id, controller);
    store.update((state) => ({
      ...state,
      reviews: [...state.reviews, { id, source, status: "reading", diagnostics: [] }],
    }));
    windows.open("review", { review: id }, { title: "Review an extension" });
    try {
      const loaded = await load(controller.signal);
      if (controller.signal.aborted) return { ok: true };
      const { bundle, diagnostics } = loaded;
      if (!bundle && loaded.unreadable) {
        patch(id, { status: "failed", source: loaded.source, error: sentences(diagnostics) });
      } else if (!bundle || hasErrors(diagnostics)) {
        patch(id, { status: "refused", source: loaded.source, diagnostics });
      } else {
        reviewed.set(id, { bundle, source: loaded.source });
        const shown = await services.review(bundle);
        patch(id, { status: "ready", source: loaded.source, diagnostics, bundle: shown });
      }
    } catch (error) {
      if (!controller.signal.aborted) patch(id, { status: "failed", error: (error as Error).message });
    } finally {
      loading.delete(id);
    }
    return { ok: true, value: { review: id } };
  }

  return {
    refresh,
    beginInstall: (source) => begin(source, (signal) => services.load(source, signal)),
    beginUpload: (bytes, name) => begin(name, () => services.loadBytes(bytes, name)),
    reviewInstalled: (id) => begin(`installed: ${id}`, () => services.loadInstalled(id)),
    async restore(id) {
      try {
        if (!await services.restore(id)) {
          return {
            ok: false,
            error: "What you reviewed is not kept any more.",
            hint: "Review the change, or install it again.",
          };
        }
      } catch (error) {
        return { ok: false, error: (error as Error).message };
      }
      await refresh();
      services.warm(id);
      return { ok: true };
    },
    async confirm(review, hash) {
      const held = reviewed.get(review);
      const state = store.get().reviews.find(({ id }) => id === review);
      if (!held || state?.status !== "ready") {
        return { ok: false, error: "There is nothing to install in this review." };
      }
      if (held.bundle.hash !== hash) return { ok: false, error: "This is not the bundle that was reviewed." };
      patch(review, { status: "installing" });
      try {
        await services.install(held.bundle, held.source);
      } catch (error) {
        patch(review, { status: "failed", error: (error as Error).message });
        return { ok: false, error: (error as Error).message };
      }
      reviewed.delete(review);
      patch(review, { status: "installed" });
      await refresh();
      if (state.bundle) services.warm(state.bundle.id);
      return { ok: true };
    },
    reject(review) {
      loading.get(review)?.abort();
      reviewed.delete(review);
      store.update((state) => ({ ...state, reviews: state.reviews.filter(({ id }) => id !== review) }));
      windows.closeWhere((window) => window.page === "review" && window.params.review === review);
    },
    async uninstall(id, forget) {
      const running = store.get().extensions.find((extension) => extension.id === id)?.actions
        .find((action) => action.state === "running");
      if (running) return { ok: false, error: `"${running.label}" is running.`, hint: "Stop it first." };
      try {
        await services.uninstall(id, forget);
      } catch (error) {
        return { ok: false, error: (error as Error).message };
      }
      await refresh();
      return { ok: true };
    },
    reviewFile(review, path) {
      const held = reviewed.get(review);
      return held ? services.file(held.bundle, path) : null;
    },
  };
}

/** What diagnostics say, as sentences. */
function sentences(diagnostics: readonly Diagnostic[]): string {
  return diagnostics.map(({ message, hint }) => {
    const said = message.charAt(0).toUpperCase() + message.slice(1);
    return hint ? `${said}. ${hint}` : `${said}.`;
  }).join(" ");
}

/** A listing from disk knows nothing of runs: actions that run keep saying so. */
function withRuns(extension: ExtensionState, before: readonly ExtensionState[]): ExtensionState {
  const known = before.find(({ id }) => id === extension.id);
  const actions = extension.actions.map((action): ActionState => {
    const running = known?.actions.find(({ id, state }) => id === action.id && state === "running");
    return running?.run ? { ...action, state: "running", run: running.run } : action;
  });
  return { ...extension, actions };
}
