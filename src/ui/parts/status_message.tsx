import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Icon } from "../system/mod.ts";

/** How long a message about the last thing done is shown, in ms. */
const SHOWN_MS = 10_000;

/** The outcome of copying something that the clipboard keeps only for a while. */
export interface ClearedLater {
  readonly seconds: number;
  /** Histories of the clipboard were asked to leave it out. */
  readonly marked: boolean;
}

/** Words about the last thing done, or about why nothing was; "" for none. */
interface Message {
  readonly words: string;
  readonly icon: "check" | "info";
}

const NO_MESSAGE: Message = { words: "", icon: "check" };

/** A message about the last thing done, which goes by itself: the next thing replaces it. `info` says why nothing was done. */
export function useStatusMessage(): [
  message: Message,
  tell: (words: string, icon?: Message["icon"]) => void,
] {
  const [message, setMessage] = useState(NO_MESSAGE);
  useEffect(() => {
    if (message.words === "") return;
    const timer = setTimeout(() => setMessage(NO_MESSAGE), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [message]);
  return [message, (words, icon = "check") => setMessage({ words, icon })];
}

/** Where that stands in the foot of a window, read out as it comes; `rest` stands there otherwise. */
export function StatusMessage(
  { message: { words, icon }, rest = "" }: { message: Message; rest?: string },
): JSX.Element {
  return (
    <span class="grow small status-message" role="status">
      {words !== "" && <Icon name={icon} class={icon === "check" ? "done" : ""} />} {words || rest}
    </span>
  );
}

/** When the clipboard forgets it, in words. */
export function untilCleared({ seconds, marked }: ClearedLater): string {
  const note = marked ? "" : " A program that keeps what was copied may keep it longer.";
  return `The clipboard is cleared in ${seconds} s.${note}`;
}
