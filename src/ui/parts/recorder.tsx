import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { parseShortcut } from "../../core/config/shortcut.ts";
import { Button, Kbd, useKeys } from "../system/mod.ts";
import { shortcutOf } from "./shortcut_keys.ts";
import { inOneLine } from "../../core/text/sentences.ts";

/** Keys that a user needs for typing or moving, in every program. */
function types(modifiers: readonly string[], key: string): boolean {
  return key !== "" && modifiers.every((name) => name === "Shift") && !/^(F\d+|Pause|PrintScreen)$/.test(key);
}

/** The shortcut as keys, a button that records another one by pressing it, and one that switches it off. */
export function ShortcutRecorder(
  { value, disabled, onPick }: { value: string; disabled: boolean; onPick: (shortcut: string) => void },
): JSX.Element {
  const [recording, setRecording] = useState(false);
  const [held, setHeld] = useState("");
  const [problem, setProblem] = useState("");
  const stop = () => {
    setRecording(false);
    setHeld("");
    setProblem("");
  };
  useKeys((event) => {
    if (!recording) return false;
    const { modifiers, key } = shortcutOf(event);
    // Tab leaves, as it does everywhere; the button that was pressed is gone, so what follows begins at its place.
    if (key === "Tab" && modifiers.every((name) => name === "Shift")) return stop(), false;
    if (key === "Escape" && modifiers.length === 0) stop();
    else if (types(modifiers, key)) {
      setProblem("Shift alone types a letter: hold Ctrl, Alt or Super as well.");
    } else if (key === "") setHeld(modifiers.join("+"));
    else {
      const result = parseShortcut([...modifiers, key].join("+"));
      if (result.ok && result.shortcut) {
        stop();
        onPick(result.shortcut.text);
      } else if (!result.ok) setProblem(inOneLine(result.error, result.hint));
    }
    return true;
  }, true);
  return (
    <div class="column recorder">
      <div class="row recorder-line">
        <span class={`recorded${recording ? " on" : ""}`} role="status">
          {recording
            ? held === "" ? <span class="quiet">Press the keys… Esc ends</span> : <Kbd keys={held} />
            : value === ""
            ? <span class="quiet">Switched off</span>
            : <Kbd keys={value} />}
        </span>
        {recording
          ? <Button onClick={stop}>Cancel</Button>
          : <Button disabled={disabled} onClick={() => setRecording(true)}>Record</Button>}
        {!recording && value !== "" && (
          <Button kind="bare" disabled={disabled} onClick={() => onPick("")}>Switch off</Button>
        )}
      </div>
      {problem !== "" && <div class="small danger-text" role="alert">{problem}</div>}
    </div>
  );
}
