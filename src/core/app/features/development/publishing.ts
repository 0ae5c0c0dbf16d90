import { isCatalogueFault } from "../../../catalogue/fault.ts";
import type { PublishingOrder } from "../../../catalogue/publish/folder.ts";
import { isFileFault } from "../../../files/fault.ts";
import type { PreparedPublishing, PublishingState } from "../../../state/publishing.ts";
import type { Writing } from "../../../state/store.ts";
import { type CommandResult, refusal } from "../../result.ts";

/** Publishing to the user's catalogues, as the application uses it. */
export interface PublishingServices {
  prepare(folder: string, to: string, signal: AbortSignal): Promise<PreparedPublishing>;
  publish(folder: string, order: PublishingOrder, signal: AbortSignal): Promise<string>;
}

/** Extensions that their authors publish, one publishing at a time each. */
export interface Publishing {
  /** Looks at what publishing would do; the state tells. Nothing is written. */
  prepare(extension: string, catalogue: string): Promise<CommandResult>;
  /** Publishes what was shown. */
  publish(extension: string, order: Omit<PublishingOrder, "hash">): Promise<CommandResult>;
  /** Ends what is under way, or what is shown. */
  leave(extension: string): CommandResult;
  close(): void;
}

const NOBODY = refusal("Nobody works on this extension.", "Start: kedge --dev");

/** Makes it. `folderOf` is the folder of an extension that is worked on. */
export function createPublishing(
  { store, folderOf, onError }: {
    readonly store: Writing<"publishing">;
    readonly folderOf: (extension: string) => string | null;
    readonly onError: (error: unknown) => void;
  },
  services: PublishingServices,
): Publishing {
  const all = store.slices.publishing;
  const working = new Map<string, AbortController>();
  const put = (state: PublishingState) =>
    all.update((before) => [...before.filter(({ extension }) => extension !== state.extension), state]);

  /** Does something that the state follows; one that is begun anew, or left, is heard no more. */
  async function follow(
    now: PublishingState,
    work: (folder: string, signal: AbortSignal) => Promise<Partial<PublishingState>>,
  ): Promise<CommandResult> {
    const { extension } = now;
    const folder = folderOf(extension);
    if (folder === null) return NOBODY;
    working.get(extension)?.abort();
    const stop = new AbortController();
    working.set(extension, stop);
    put(now);
    let next: Partial<PublishingState>;
    try {
      next = await work(folder, stop.signal);
    } catch (error) {
      const known = isCatalogueFault(error) || isFileFault(error);
      if (!known && !stop.signal.aborted) onError(error);
      next = {
        status: "failed",
        fault: known
          ? {
            message: `${error.message.charAt(0).toUpperCase()}${error.message.slice(1)}.`,
            hint: error.hint,
          }
          : { message: "Kedge failed at that.", hint: "The log says why." },
      };
    }
    if (working.get(extension) !== stop) return { ok: true };
    working.delete(extension);
    put({ ...now, ...next });
    return { ok: true };
  }

  return {
    prepare: (extension, catalogue) =>
      follow({ extension, catalogue, status: "looking" }, async (folder, signal) => ({
        status: "ready",
        prepared: await services.prepare(folder, catalogue, signal),
      })),
    publish(extension, order) {
      const shown = all.get().find((one) => one.extension === extension);
      const { prepared } = shown ?? {};
      if (!shown || !prepared || shown.catalogue !== order.to || shown.status === "publishing") {
        return Promise.resolve(refusal("What would be published was not looked at.", "Look at it first."));
      }
      const now: PublishingState = { extension, catalogue: order.to, status: "publishing", prepared };
      return follow(now, async (folder, signal) => ({
        status: "done",
        done: await services.publish(folder, { ...order, hash: prepared.hash }, signal),
      }));
    },
    leave(extension) {
      working.get(extension)?.abort();
      working.delete(extension);
      all.update((before) => before.filter((one) => one.extension !== extension));
      return { ok: true };
    },
    close() {
      for (const stop of working.values()) stop.abort();
    },
  };
}
