import type { JSX } from "preact";
import { Button } from "./button.tsx";
import { useCopy } from "./clipboard.ts";

/** A button that copies a text and confirms it in place for 2 s, without changing its width. */
export function CopyButton(
  { text, label = "Copy", alone, kind, compact, disabled }: {
    /** Returns the text at the time of the copy. */
    text: () => string;
    label?: string;
    /** The text of Ctrl+K for it, which begins with a verb. */
    alone?: string;
    kind?: "plain" | "bare";
    compact?: boolean;
    disabled?: boolean;
  },
): JSX.Element {
  const [copied, copy] = useCopy();
  return (
    <Button
      kind={kind}
      compact={compact}
      disabled={disabled}
      alone={alone ?? label}
      icon={copied ? "check" : "copy"}
      onClick={() => copy(text())}
    >
      <span class="either" role="status">
        <span aria-hidden={copied} data-moves>{label}</span>
        <span aria-hidden={!copied}>Copied</span>
      </span>
    </Button>
  );
}
