import type { JSX } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Command } from "../../../core/app/command.ts";
import type { ExtensionState } from "../../../core/state/state.ts";
import { CheckBox } from "../../parts/check_box.tsx";
import { Button, focusedElement, Notice, useEscape } from "../../system/mod.ts";

/** Asks before an extension is uninstalled, and whether the user's overrides of it are deleted too. */
export function Uninstall(
  { extension, send, onKeep }: {
    extension: ExtensionState;
    send: (command: Command) => void;
    onKeep: () => void;
  },
): JSX.Element {
  const [forget, setForget] = useState(false);
  const keep = useRef<HTMLButtonElement>(null);
  const before = useRef(focusedElement());
  useLayoutEffect(() => {
    keep.current?.focus();
    return () => before.current?.focus();
  }, []);
  useEscape(onKeep, true);
  const settled = extension.actions.some(({ own, saved }) => own || saved);
  return (
    <Notice
      tone="caution"
      message={`Uninstall ${extension.name}?`}
      hint={settled ? undefined : "You can install it again from its bundle."}
    >
      {settled && (
        <CheckBox name="forget" label="Forget my settings of it too" on={forget} onChange={setForget} />
      )}
      <Button compact onClick={onKeep} buttonRef={keep}>Keep</Button>
      <Button
        compact
        kind="danger"
        onClick={() => send({ name: "uninstall", extension: extension.id, forget })}
      >
        Uninstall
      </Button>
    </Notice>
  );
}
