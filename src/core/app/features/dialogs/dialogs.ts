import * as z from "zod";
import type { DialogState } from "../../../state/state.ts";
import { without } from "../../../state/list.ts";
import { runOf } from "../../../state/selectors.ts";
import type { Writing } from "../../../state/store.ts";
import { type CommandResult, refusal } from "../../../result.ts";
import { type Ask, currentAsk, renew } from "../../asks.ts";
import type { Windows } from "../../windows.ts";

/** A dialog to open, which has no ID yet. Each kind has its own fields. */
export type DialogRequest = DialogState extends infer D
  ? D extends DialogState ? Omit<D, "id" | "openedAt" | "answeredAt"> : never
  : never;

const login = z.object({
  user: z.string().max(1000),
  password: z.string().max(8000),
  save: z.boolean(),
  offer: z.string().max(1000).optional(),
});
const accountChoice = z.object({
  account: z.string().max(200),
  role: z.string().max(200),
  region: z.string().max(200),
  remember: z.boolean(),
});
const answers = {
  alert: z.literal(true),
  html: z.literal(true),
  confirm: z.boolean(),
  ask: z.string().max(1_000_000),
  form: z.record(z.string().max(1000), z.string().max(1_000_000)),
  login,
  way: z.union([z.literal(true), z.string().max(8000)]),
  account: accountChoice,
};

/** The user's answer, by the dialog's kind; null when the user cancelled. */
type DialogAnswer<K extends DialogState["kind"]> = z.infer<(typeof answers)[K]> | null;

/** Questions that wait for the user, each in its own window. */
export type Dialogs = ReturnType<typeof createDialogs>;

/** Time after an answer within which a new dialog appears in the place of the answered one, ms. */
const BEHIND_MS = 1000;

/** Checks an answer that fits its schema. Returns the message for the user, or null when the answer is valid. */
export type AnswerCheck = (dialog: DialogState, answer: unknown) => string | null;

/** Makes the dialogs. */
export function createDialogs(
  store: Writing<"dialogs">,
  windows: Windows,
  check: AnswerCheck,
  now: () => number,
) {
  const all = store.slices.dialogs;
  /** When the user last answered a dialog, ms since 1970. */
  let answeredAt = -Infinity;
  const waiting = new Map<
    string,
    { readonly resolve: (answer: unknown) => void; readonly ask?: Ask | undefined }
  >();

  function settle(id: string, answer: unknown): void {
    const asked = waiting.get(id);
    if (!asked) return;
    waiting.delete(id);
    all.update((dialogs) => without(dialogs, (dialog) => dialog.id === id));
    windows.closeWhere((window) => window.page === "dialog" && window.params.dialog === id);
    asked.resolve(answer);
  }

  /**
   * Settles a dialog with the user's answer. Other dialogs get the time of the answer, because the keyboard
   * goes to them now.
   */
  function settleAnswered(id: string, answer: unknown): CommandResult {
    answeredAt = now();
    renew(waiting.get(id)?.ask);
    all.update((dialogs) => dialogs.map((dialog) => ({ ...dialog, answeredAt })));
    settle(id, answer);
    return { ok: true };
  }

  return {
    /** Asks and waits for the answer. Returns null when the user closes the window or `signal` aborts. */
    open<K extends DialogState["kind"]>(
      request: Extract<DialogRequest, { kind: K }>,
      options: { signal?: AbortSignal; title?: string } = {},
    ): Promise<DialogAnswer<K>> {
      const { promise, resolve } = Promise.withResolvers<unknown>();
      const openedAt = now();
      const since = openedAt - answeredAt;
      // The system clock may have been set back.
      const behind = since >= 0 && since < BEHIND_MS && { answeredAt };
      const dialog = { ...request, id: crypto.randomUUID(), openedAt, ...behind } as DialogState;
      waiting.set(dialog.id, { resolve, ask: currentAsk() });
      all.update((dialogs) => [...dialogs, dialog]);
      const asks = runOf(store.get(), dialog.run);
      const given = "title" in dialog ? dialog.title : "";
      const title = options.title || given || asks?.actionLabel || "Kedge";
      windows.open("dialog", { dialog: dialog.id }, { title, ...size(dialog) });
      const { signal } = options;
      if (signal) {
        const abort = () => settle(dialog.id, null);
        if (signal.aborted) abort();
        else signal.addEventListener("abort", abort, { once: true });
        promise.finally(() => signal.removeEventListener("abort", abort));
      }
      return promise as Promise<never>;
    },
    /**
     * Takes an answer from a page. An invalid answer is refused and the dialog stays open. The dialog also
     * stays open when its page did not know yet of the last answer to another dialog, because the press was
     * meant for that one. `knows` is the dialog's `answeredAt` as the page has it, or undefined.
     */
    answer(id: string, answer: unknown, knows?: number): CommandResult {
      const dialog = all.get().find((dialog) => dialog.id === id);
      if (!dialog) return refusal("This question is no longer open.");
      if (answer === null) return settleAnswered(id, null);
      if (knows !== undefined && knows !== (dialog.answeredAt ?? 0)) return { ok: true };
      const parsed = answers[dialog.kind].safeParse(answer);
      if (!parsed.success) return refusal(`That is no answer to this ${dialog.kind} dialog.`);
      const problem = check(dialog, parsed.data);
      if (problem) return refusal(problem);
      return settleAnswered(id, parsed.data);
    },
    /** Cancels a dialog, because its window was closed. */
    cancel: (id: string) => settle(id, null),
  };
}

/** Returns an estimated size, so that the window hardly changes when the page requests its height. */
function size(dialog: DialogState): { width: number; height: number } {
  switch (dialog.kind) {
    case "html":
      return { width: dialog.width || 720, height: dialog.height || 520 };
    case "form":
      return { width: 420, height: Math.min(160 + dialog.fields.length * 60, 640) };
    case "account":
      return { width: 480, height: 480 };
    case "login":
      return { width: 420, height: 300 + (dialog.offers?.length ? 90 : 0) };
    case "way":
      return { width: 480, height: dialog.asks === "host key" ? 420 : 260 };
    case "ask":
      return { width: 420, height: 230 };
    default:
      return { width: 420, height: 190 };
  }
}
