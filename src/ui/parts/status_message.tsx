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

/** A message about the last thing done, which goes by itself: the next thing replaces it. */
export function useStatusMessage(): [statusMessage: string, tell: (words: string) => void] {
  const [statusMessage, tell] = useState("");
  useEffect(() => {
    if (statusMessage === "") return;
    const timer = setTimeout(() => tell(""), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [statusMessage]);
  return [statusMessage, tell];
}

/** Where that stands in the foot of a window, read out as it comes; `rest` stands there otherwise. */
export function StatusMessage({ words, rest = "" }: { words: string; rest?: string }): JSX.Element {
  return (
    <span class="grow small" role="status">
      {words !== "" && <Icon name="check" />} {words || rest}
    </span>
  );
}

/** When the clipboard forgets it, in words. */
export function untilCleared({ seconds, marked }: ClearedLater): string {
  const note = marked ? "" : " A program that keeps what was copied may keep it longer.";
  return `The clipboard is cleared in ${seconds} s.${note}`;
}
