import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Problem } from "../../core/state/state.ts";
import { parseShortcut } from "../../core/config/shortcut.ts";
import { Button, Kbd, useKeys } from "../system/mod.ts";
import { inOneLine } from "../../core/text/sentences.ts";

/** Whether keys type or move in every program, so that they cannot be a shortcut. */
function types(modifiers: readonly string[], key: string): boolean {
  return key !== "" && modifiers.every((name) => name === "Shift") && !/^(F\d+|Pause|PrintScreen)$/.test(key);
}

/** Why the shortcut does not work, and the next step. */
export function ShortcutTrouble({ problem: { message, hint } }: { problem: Problem }): JSX.Element {
  return (
    <p>
      <span class="caution-text">{message}.</span> <span class="quiet">{hint}</span>
    </p>
  );
}

/** Shows the shortcut, with a button that records another one and a button that turns it off. */
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
    // Tab moves the focus as everywhere. The pressed button is gone, so Tab continues from its position.
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
          : (
            <Button disabled={disabled} alone="Record the shortcut" onClick={() => setRecording(true)}>
              Record
            </Button>
          )}
        {!recording && value !== "" && (
          <Button
            kind="bare"
            disabled={disabled}
            alone="Switch the shortcut off"
            onClick={() => onPick("")}
          >
            Switch off
          </Button>
        )}
      </div>
      {problem !== "" && <div class="small danger-text" role="alert">{problem}</div>}
    </div>
  );
}

/** The parts of a key event that make a shortcut. */
export type Pressed = Pick<KeyboardEvent, "code" | "key" | "ctrlKey" | "altKey" | "shiftKey" | "metaKey">;

const CODES: Readonly<Record<string, string>> = {
  ArrowUp: "Up",
  ArrowDown: "Down",
  ArrowLeft: "Left",
  ArrowRight: "Right",
  NumpadEnter: "Enter",
};

const SAME =
  /^(Space|Enter|Tab|Escape|Backspace|Delete|Insert|Home|End|PageUp|PageDown|PrintScreen|Pause|Minus|Equal|Comma|Period|Slash|Backslash|Semicolon|Quote|Backquote|BracketLeft|BracketRight|F([1-9]|1[0-9]|2[0-4]))$/;

/** Converts a key event to the notation of shortcuts; `key` is "" while only modifiers are held. */
export function shortcutOf(
  pressed: Pressed,
): { readonly modifiers: readonly string[]; readonly key: string } {
  const modifiers = [
    pressed.ctrlKey && "Ctrl",
    pressed.altKey && "Alt",
    pressed.shiftKey && "Shift",
    pressed.metaKey && "Super",
  ].filter((name) => name !== false);
  return { modifiers, key: keyOf(pressed) };
}

/**
 * Returns the name of a key. Letters are named by what they type, so that layouts other
 * than QWERTY record the label of the key.
 */
function keyOf({ code, key }: Pressed): string {
  if (/^[a-z]$/i.test(key)) return key.toUpperCase();
  const match = /^(?:Key|Digit)([A-Z0-9])$/.exec(code);
  if (match) return match[1]!;
  if (code in CODES) return CODES[code]!;
  return SAME.test(code) ? code : "";
}
