import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Command } from "../../../core/app/command.ts";
import type { ExtensionState } from "../../../core/state/state.ts";
import { Button, Field, inputField, Notice } from "../../system/mod.ts";

/** Asks before an extension is removed, and what becomes of the user's own settings of it. */
export function Uninstall(
  { extension, send, onKeep }: {
    extension: ExtensionState;
    send: (command: Command) => void;
    onKeep: () => void;
  },
): JSX.Element {
  const [forget, setForget] = useState(false);
  const settled = extension.actions.some(({ own, saved }) => own || saved);
  return (
    <Notice
      tone="caution"
      message={`Uninstall ${extension.name}?`}
      hint={settled ? undefined : "You can install it again from its bundle."}
    >
      {settled && (
        <Field
          field={inputField({ key: "forget", kind: "checkbox", label: "Forget my settings of it too" })}
          value={String(forget)}
          onInput={(value) => setForget(value === "true")}
        />
      )}
      <Button compact onClick={onKeep} autoFocus>Keep</Button>
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
