import type { JSX } from "preact";
import { Icon } from "../system/mod.ts";
import { usePassing } from "../system/passing.ts";

/** Milliseconds that a message about the last action is shown. */
const SHOWN_MS = 10_000;

/** The result of copying a value that the clipboard keeps only for a while. */
export interface ClearedLater {
  readonly seconds: number;
  /** Whether clipboard histories were asked to leave the value out. */
  readonly marked: boolean;
}

/** A message about the last action; `words` is "" for none. */
export interface Message {
  readonly words: string;
  readonly icon: "check" | "info";
}

const NO_MESSAGE: Message = { words: "", icon: "check" };

/**
 * Returns a message about the last action, and its setter. The message disappears after a while or with the
 * next one. The icon `info` marks the reason why nothing was done.
 */
export function useStatusMessage(): [
  message: Message,
  tell: (words: string, icon?: Message["icon"]) => void,
] {
  const [message, setMessage] = usePassing(NO_MESSAGE, SHOWN_MS);
  return [message, (words, icon = "check") => setMessage({ words, icon })];
}

/** Shows the message in the foot of a window and announces it; shows `rest` while there is no message. */
export function StatusMessage(
  { message: { words, icon }, rest = "" }: { message: Message; rest?: string },
): JSX.Element {
  return (
    <span class="grow small status-message" role="status">
      {words !== "" && <Icon name={icon} class={icon === "check" ? "ok-text" : ""} />} {words || rest}
    </span>
  );
}

/** Returns the sentence that says when the clipboard is cleared. */
export function untilCleared({ seconds, marked }: ClearedLater): string {
  const note = marked ? "" : " A program that keeps what was copied may keep it longer.";
  return `The clipboard is cleared in ${seconds} s.${note}`;
}
