import { type Diagnostic, hasErrors } from "../../../diagnostic.ts";
import type { OverrideChange } from "../../../extensions/overrides.ts";
import { activeRuns } from "../../../state/selectors.ts";
import type { ExtensionState, ReviewedBundle, ReviewState, ReviewTexts } from "../../../state/state.ts";
import { patched, without } from "../../../state/list.ts";
import { reuse } from "../../../state/selector.ts";
import type { Writing } from "../../../state/store.ts";
import { type CommandResult, refusal } from "../../result.ts";
import type { Windows } from "../../windows.ts";
import { createAhead } from "./ahead.ts";
import { grantsOf } from "./grants.ts";
import type { Development } from "../development/development.ts";
import { failureText } from "../../../files/reason.ts";
import { inOneLine } from "../../../text/sentences.ts";

/** The result of reading a bundle; `bundle` is null when it was refused, with the reasons in `diagnostics`. */
interface LoadedBundle<B> {
  readonly bundle: B | null;
  readonly diagnostics: readonly Diagnostic[];
  /** The file, folder or final address that the bytes came from. */
  readonly source: string;
  /** True when there was nothing to read; the one diagnostic says why. */
  readonly unreadable?: boolean;
}

/** The extension store on disk, as the application uses it. `B` is a bundle that passed every check. */
export interface ExtensionServices<B extends { readonly hash: string }> {
  /** `sha256`: what the file must have, lower-case hex. */
  load(source: string, signal: AbortSignal, sha256?: string): Promise<LoadedBundle<B>>;
  /** A bundle from bytes that a window sent; `name` is what the user calls the file. */
  loadBytes(bytes: Uint8Array, name: string): Promise<LoadedBundle<B>>;
  /** The files of an installed extension as they are on disk now. */
  loadInstalled(id: string): Promise<LoadedBundle<B>>;
  /** Puts back the files that were trusted last; false when they are not kept. */
  restore(id: string): Promise<boolean>;
  review(bundle: B): Promise<ReviewedBundle>;
  /** The texts of one file as a review shows them; null when there is none of that path. */
  texts(bundle: B, path: string): Promise<ReviewTexts | null>;
  /** One file of a bundle; null when it has none of that path. */
  file(bundle: B, path: string): Uint8Array | null;
  /** `over`: the hash of the version that the bundle was compared with; fails when another one is installed by now. */
  install(bundle: B, source: string, over?: string): Promise<void>;
  uninstall(id: string, forget: boolean): Promise<void>;
  list(): Promise<readonly ExtensionState[]>;
  saveOverrides(id: string, action: string, change: OverrideChange): Promise<void>;
  /** Called when an extension has become trusted, so that the first click finds its actions compiled. */
  warm(id: string): Promise<void>;
  /** Whether an action runs now that could press what only the user should press; null where the system does not tell. */
  couldPress(): boolean | null;
}

/** A review that is still being read after this time, ms, has a window in which it can be called off. */
const OPENS_AFTER = 250;

/** Installed extensions and the reviews that lead to them. */
export interface Extensions<B> {
  refresh(): Promise<void>;
  /** Puts what is installed, and what is worked on, into the state anew. */
  show(): void;
  /**
   * Fails for a bundle that cannot be read. A quick failure opens no review, because the user can correct the name at
   * once. `sha256`: what its file must have, lower-case hex.
   */
  beginInstall(source: string, sha256?: string): Promise<CommandResult>;
  beginUpload(bytes: Uint8Array, name: string): Promise<CommandResult>;
  /** Begins the review of a bundle that `load` fetches from elsewhere; `source` is only shown. */
  beginFrom(source: string, load: (signal: AbortSignal) => Promise<LoadedBundle<B>>): Promise<CommandResult>;
  reviewInstalled(id: string): Promise<CommandResult>;
  /** Restores the files that were changed on disk after the review. */
  restore(id: string): Promise<CommandResult>;
  confirm(review: string, hash: string): Promise<CommandResult>;
  /** Also what closing the review's window means. */
  reject(review: string): void;
  uninstall(id: string, forget: boolean): Promise<CommandResult>;
  /** Changes the user's own settings of one action. Refused where a server to write to was moved since it was shown. */
  saveOverrides(id: string, action: string, change: OverrideChange): Promise<CommandResult>;
  /** The texts of one file under review, also of those that its state does not carry. */
  reviewTexts(review: string, path: string): Promise<ReviewTexts | null>;
  /** One file of the bundle under review, for its icon. */
  reviewFile(review: string, path: string): Uint8Array | null;
}

/** Makes the extension commands. */
export function createExtensions<B extends { readonly hash: string }>(
  store: Writing<"extensions" | "reviews">,
  windows: Windows,
  services: ExtensionServices<B>,
  development: Pick<Development, "over" | "has" | "saveOverrides">,
): Extensions<B> {
  const extensions = store.slices.extensions, reviews = store.slices.reviews;
  /** The bundles under review. What was shown is what is installed: the bytes are not read a second time. */
  const reviewed = new Map<string, { bundle: B; source: string }>();
  const loading = new Map<string, AbortController>();

  function patch(id: string, change: Partial<ReviewState>): void {
    reviews.update((all) => patched(all, id, change));
    if (change.bundle || change.source !== undefined) windows.retitle("review", { review: id });
  }

  let installed: readonly ExtensionState[] = [];
  const runMayPress = () => services.couldPress() ?? activeRuns(store.get()).length > 0;
  const show = () => extensions.update((before) => reuse(before, ahead.marked(development.over(installed))));
  const ahead = createAhead(services.warm, show);

  /** The number of the list that was begun last, and of the one that is shown: an older list replaces no newer one. */
  let begun = 0, newest = 0;

  async function refresh(): Promise<void> {
    const mine = ++begun;
    const list = await services.list();
    // A list that was begun earlier may lack what was installed meanwhile.
    if (mine < newest) return;
    const known = newest === 0 ? list : installed;
    newest = mine;
    installed = list;
    show();
    ahead.follow(known, list);
  }

  /** The open review of the same bytes from the same source: asking again opens it and not a second one. */
  function twinOf(id: string, hash: string, source: string, installed: true | undefined): string | undefined {
    return reviews.get().find((one) =>
      one.id !== id && one.installed === installed && (one.status === "ready" || one.status === "reading") &&
      reviewed.get(one.id)?.bundle.hash === hash && reviewed.get(one.id)?.source === source
    )?.id;
  }

  function reject(review: string): void {
    loading.get(review)?.abort();
    reviewed.delete(review);
    reviews.update((all) => without(all, ({ id }) => id === review));
    windows.closeWhere((window) => window.page === "review" && window.params.review === review);
  }

  /** `installed`: they are the files of an installed extension. */
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
      return { ok: false, error, ...(hint && { hint }) };
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
    beginInstall: (source, sha256) => begin(source, (signal) => services.load(source, signal, sha256)),
    beginUpload: (bytes, name) => begin(name, () => services.loadBytes(bytes, name)),
    beginFrom: (source, load) => begin(source, load),
    reviewInstalled(id) {
      const { source = "" } = extensions.get().find((one) => one.id === id && one.developed) ?? {};
      if (source !== "") return begin(source, (signal) => services.load(source, signal));
      return begin(`installed: ${id}`, () => services.loadInstalled(id), true);
    },
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
        return { ok: false, error: failureText("It could not be brought back", error) };
      }
      await refresh();
      return { ok: true };
    },
    async confirm(review, hash) {
      const held = reviewed.get(review);
      const state = reviews.get().find(({ id }) => id === review);
      if (!held || state?.status !== "ready" && state?.status !== "failed") {
        return { ok: false, error: "There is nothing to install in this review." };
      }
      if (held.bundle.hash !== hash) return { ok: false, error: "This is not the bundle that was reviewed." };
      if (runMayPress()) return RUN_MAY_PRESS;
      patch(review, { status: "installing" });
      try {
        await services.install(held.bundle, held.source, state.bundle?.installedHash);
      } catch (error) {
        const text = failureText("It could not be installed", error);
        patch(review, { status: "failed", error: text });
        return { ok: false, error: text };
      }
      reviewed.delete(review);
      patch(review, { status: "installed" });
      await refresh();
      return { ok: true };
    },
    reject,
    async uninstall(id, forget) {
      if (development.has(id)) {
        return { ok: false, error: "This extension is being worked on.", hint: "End its kedge --dev first." };
      }
      const running = activeRuns(store.get()).find(({ extension }) => extension === id);
      if (running) {
        return { ok: false, error: `"${running.actionLabel}" is running.`, hint: "Stop it first." };
      }
      try {
        await services.uninstall(id, forget);
      } catch (error) {
        return { ok: false, error: failureText("It could not be uninstalled", error) };
      }
      await refresh();
      return { ok: true };
    },
    async saveOverrides(id, action, { write, ...others }) {
      const owner = extensions.get().find((one) => one.id === id);
      const before = owner?.actions.find((one) => one.id === action)?.own?.write ?? [];
      const given = write && grantsOf(write, store.get().config.value.servers, before);
      if (given && "error" in given) return given;
      const more = given?.grants.some(({ server, at }) =>
        !before.some((one) => one.server === server && one.at === at)
      );
      if (more && runMayPress()) return RUN_MAY_PRESS;
      const change = { ...others, ...(given && { write: given.grants }) };
      if (!development.saveOverrides(id, action, change)) {
        await services.saveOverrides(id, action, change);
        await refresh();
      }
      return { ok: true };
    },
    async reviewTexts(review, path) {
      const held = reviewed.get(review);
      return held ? await services.texts(held.bundle, path) : null;
    },
    reviewFile(review, path) {
      const held = reviewed.get(review);
      return held ? services.file(held.bundle, path) : null;
    },
  };
}

/** Trust is the user's to give: not while an action runs that could press for them, in a window or a browser. */
const RUN_MAY_PRESS = refusal(
  "An action runs that could press this in your place.",
  "Wait until it has ended, or stop it, and press again.",
);

/** What diagnostics say, as sentences. */
function sentences(diagnostics: readonly Diagnostic[]): { error: string; hint: string } {
  const messages = diagnostics.map(({ message }) => `${message.charAt(0).toUpperCase()}${message.slice(1)}.`);
  return { error: messages.join(" "), hint: diagnostics.map(({ hint }) => hint ?? "").join(" ").trim() };
}
