import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { Tool } from "./button.tsx";
import { useCopy } from "./clipboard.ts";
import { controlAttributes, type ControlProps } from "./props.ts";
import { usePassing } from "../passing.ts";

/** Milliseconds that a secret stays readable. */
const SHOWN_FOR = 30_000;

/**
 * A field for a secret: shows dots, shows the text for 30 s on request, and copies it without showing it. A
 * field of one line loses line breaks, so with `lines` a text that has some gets an area.
 */
export function SecretInput({ lines = false, ...props }: ControlProps & { lines?: boolean }): JSX.Element {
  const [shown, setShown] = usePassing(false, SHOWN_FOR);
  const [copied, copy] = useCopy();
  const isArea = lines && props.value.includes("\n");
  const control = useRef<HTMLInputElement & HTMLTextAreaElement>(null), was = useRef(isArea);
  // The user goes on where the other control was.
  useLayoutEffect(() => {
    if (was.current !== isArea) control.current?.focus();
    was.current = isArea;
  }, [isArea]);
  const paste = (event: JSX.TargetedClipboardEvent<HTMLInputElement>) => {
    const pasted = event.clipboardData?.getData("text/plain").replaceAll("\r\n", "\n") ?? "";
    // One line that was copied with its end is still one line.
    if (!pasted.trimEnd().includes("\n")) return;
    event.preventDefault();
    const { value, selectionStart, selectionEnd } = event.currentTarget;
    props.onInput(value.slice(0, selectionStart ?? 0) + pasted + value.slice(selectionEnd ?? 0));
  };
  const attributes = {
    ...controlAttributes(props),
    value: props.value,
    placeholder: props.field.placeholder,
    autocomplete: "off",
    spellcheck: false,
    onInput: (event: JSX.TargetedInputEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      props.onInput(event.currentTarget.value),
  } as const;
  return (
    <span class="inset trailing">
      {isArea
        ? <textarea {...attributes} ref={control} class={`input code${shown ? "" : " dots"}`} rows={4} />
        : (
          <input
            {...attributes}
            ref={control}
            class="input code"
            type={shown ? "text" : "password"}
            onPaste={lines ? paste : undefined}
          />
        )}
      <span class="trail">
        <Tool
          icon={copied ? "check" : "copy"}
          label={copied ? "Copied" : "Copy"}
          disabled={props.value === ""}
          onClick={() => copy(props.value)}
        />
        <Tool
          icon={shown ? "eyeOff" : "eye"}
          label={shown ? "Hide" : "Show for 30 seconds"}
          pressed={shown}
          onClick={() => setShown(!shown)}
        />
      </span>
    </span>
  );
}
