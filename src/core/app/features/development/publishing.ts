import { isCatalogueError } from "../../../catalogue/error.ts";
import type { PublishingOrder } from "../../../catalogue/publish/folder.ts";
import { isFileError } from "../../../files/errors.ts";
import type { PreparedPublishing, PublishingState } from "../../../state/publishing.ts";
import type { Writing } from "../../../state/store.ts";
import { without } from "../../../state/list.ts";
import type { ToastState } from "../../../state/state.ts";
import { asSentence } from "../../../text/sentences.ts";
import { type CommandResult, refusal } from "../../../result.ts";
import type { Toasts } from "../toasts/toasts.ts";

/** Publishes to the user's catalogues. */
export interface PublishingServices {
  prepare(folder: string, to: string, signal: AbortSignal): Promise<PreparedPublishing>;
  publish(folder: string, order: PublishingOrder, signal: AbortSignal): Promise<string>;
}

/** The dependencies of {@link createPublishing}. */
interface PublishingParts {
  readonly store: Writing<"publishing">;
  readonly toasts: Pick<Toasts, "show">;
  /** Returns the folder of an extension under development; null for any other extension. */
  readonly folderOf: (extension: string) => string | null;
  readonly onError: (error: unknown) => void;
}

const NOBODY = refusal("Nobody works on this extension.", "Start: kedge --dev");
const UNSEEN = refusal("What would be published was not looked at.", "Look at it first.");
const OTHERS = refusal("The files were changed since they were shown.", "Look at them again.");

/** How long the message about the outcome stays after its window was closed, s. */
const MESSAGE_SECONDS = 20;

/** Makes the publishing of extensions under development. Each extension has one publishing at a time. */
export function createPublishing(
  { store, toasts, folderOf, onError }: PublishingParts,
  services: PublishingServices,
) {
  const all = store.slices.publishing;
  const working = new Map<string, AbortController>();
  /** The last known content hash of each extension's files, and extensions whose files changed during a preview. */
  const hashes = new Map<string, string | undefined>();
  const late = new Set<string>();
  /** Extensions whose window was closed during publishing. */
  const unwatched = new Set<string>();
  const shownOf = (extension: string) => all.get().find((one) => one.extension === extension);
  const drop = (extension: string) =>
    all.update((before) => without(before, (one) => one.extension === extension));
  const put = (state: PublishingState) =>
    all.update((before) => [...before.filter(({ extension }) => extension !== state.extension), state]);
  const isOpen = (extension: string) =>
    store.get().windows.some(({ page, params }) => page === "publish" && params.extension === extension);

  /**
   * Runs `work` and shows its progress in the state. Returns its result, an empty object when it was
   * cancelled or replaced, and null when nobody works on the extension.
   */
  async function follow(
    now: PublishingState,
    work: (folder: string, signal: AbortSignal) => Promise<Partial<PublishingState>>,
  ): Promise<Partial<PublishingState> | null> {
    const { extension } = now;
    const folder = folderOf(extension);
    if (folder === null) return null;
    working.get(extension)?.abort();
    const stop = new AbortController();
    working.set(extension, stop);
    put(now);
    let next: Partial<PublishingState>;
    try {
      next = await work(folder, stop.signal);
    } catch (error) {
      const known = isCatalogueError(error) || isFileError(error);
      if (!known && !stop.signal.aborted) onError(error);
      next = { status: "failed", fault: faultOf(error) };
    }
    if (working.get(extension) !== stop) return {};
    working.delete(extension);
    return next;
  }

  async function look(now: PublishingState): Promise<CommandResult> {
    const { extension, catalogue, prepared: _, ...rest } = now;
    late.delete(extension);
    const next = await follow(now, async (folder, signal) => ({
      status: "ready",
      prepared: await services.prepare(folder, catalogue, signal),
    }));
    if (next === null) return NOBODY;
    if (next.status === undefined) return { ok: true };
    put({ extension, catalogue, ...rest, ...next });
    // The preview may have read the files before or after the change.
    if (late.has(extension)) lookAnew(extension);
    return { ok: true };
  }

  function lookAnew(extension: string): void {
    const shown = shownOf(extension);
    if (!shown || shown.prepared?.hash === hashes.get(extension)) return;
    const { catalogue, prepared } = shown;
    void look({ extension, catalogue, status: "looking", changed: true, ...(prepared && { prepared }) });
  }

  return {
    /** Previews what publishing would do and puts that into the state. Writes nothing. */
    prepare: (extension: string, catalogue: string) => look({ extension, catalogue, status: "looking" }),
    /** Publishes the previewed files. */
    async publish(extension: string, order: PublishingOrder): Promise<CommandResult> {
      const shown = shownOf(extension), prepared = shown?.prepared;
      const isReady = shown?.status === "ready" || shown?.status === "failed";
      if (!prepared || shown?.catalogue !== order.to || !isReady) return UNSEEN;
      if (prepared.hash !== order.hash) return OTHERS;
      const now: PublishingState = { extension, catalogue: order.to, status: "publishing", prepared };
      const next = await follow(now, async (folder, signal) => ({
        status: "done",
        done: await services.publish(folder, order, signal),
      }));
      if (next === null) return NOBODY;
      if (next.status === undefined) return { ok: true };
      const isUnwatched = unwatched.delete(extension) && !isOpen(extension);
      if (!isUnwatched) put({ ...now, ...next });
      else {
        drop(extension);
        toasts.show({ id: `publishing-${extension}`, ...toastOf(extension, next) }, MESSAGE_SECONDS);
      }
      return { ok: true };
    },
    /**
     * Tells that the files of an extension changed: the new content hash, undefined when they are no valid
     * bundle. A preview of other files is made again.
     */
    changed(extension: string, hash: string | undefined) {
      if (hashes.has(extension) && hashes.get(extension) === hash) return;
      hashes.set(extension, hash);
      const status = shownOf(extension)?.status;
      if (status === "looking") late.add(extension);
      if (status === "ready" || status === "failed") lookAnew(extension);
    },
    /** Cancels publishing, or closes its preview. */
    leave(extension: string): CommandResult {
      working.get(extension)?.abort();
      working.delete(extension);
      unwatched.delete(extension);
      drop(extension);
      return { ok: true };
    },
    /**
     * Called when the window is closed. Drops the preview; running publishing continues, and a message tells
     * its outcome.
     */
    closed(extension: string) {
      if (shownOf(extension)?.status === "publishing") unwatched.add(extension);
      else this.leave(extension);
    },
    close() {
      for (const stop of working.values()) stop.abort();
    },
  };
}

/** Returns why publishing failed, in words. */
function faultOf(error: unknown): NonNullable<PublishingState["fault"]> {
  return isCatalogueError(error) || isFileError(error)
    ? { message: asSentence(error.message), hint: error.hint }
    : { message: "Kedge failed at that.", hint: "The log says why." };
}

/** Returns the message about the outcome for a user who closed the window. */
function toastOf(
  extension: string,
  { done, fault }: Partial<PublishingState>,
): Omit<ToastState, "id" | "until"> {
  return fault
    ? {
      type: "error",
      title: `“${extension}” was not published`,
      message: `${fault.message} ${fault.hint}`,
    }
    : { type: "success", title: `“${extension}” is published`, message: done ?? "" };
}
