import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Tool } from "./button.tsx";
import { useCopy } from "./clipboard.ts";
import { controlAttributes, type ControlProps } from "./props.ts";

/** Milliseconds that a secret stays readable. */
const SHOWN_FOR = 30_000;

/** A field for a secret: shows dots, shows the text for 30 s on request, and copies it without showing it. */
export function SecretInput(props: ControlProps): JSX.Element {
  const [shown, setShown] = useState(false);
  const [copied, copy] = useCopy();
  useEffect(() => {
    if (!shown) return;
    const timer = setTimeout(() => setShown(false), SHOWN_FOR);
    return () => clearTimeout(timer);
  }, [shown]);
  return (
    <span class="inset trailing">
      <input
        {...controlAttributes(props)}
        class="input code"
        type={shown ? "text" : "password"}
        value={props.value}
        placeholder={props.field.placeholder}
        autocomplete="off"
        spellcheck={false}
        onInput={(event) => props.onInput(event.currentTarget.value)}
      />
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
