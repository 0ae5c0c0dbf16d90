import { letterOf } from "../../../system/keys.ts";

/** What a key does to the rows of a tab that writes. */
type EditKey =
  | { readonly do: "edit" | "whole" | "null" | "default" | "add" | "copy" | "remove" | "undo" | "redo" }
  /** The cell begins anew with what was typed. */
  | { readonly do: "type"; readonly text: string };

type Key = Pick<KeyboardEvent, "key" | "code" | "ctrlKey" | "metaKey" | "shiftKey" | "altKey">;

/** What a key in the grid means; null for another key. */
export function editKey(event: Key): EditKey | null {
  const { key, shiftKey, altKey } = event;
  const command = event.ctrlKey || event.metaKey;
  if (command) {
    if (altKey) return null;
    if (key === "Delete" || key === "Backspace") return shiftKey ? null : { do: "remove" };
    switch (letterOf(event)) {
      case "d":
        return shiftKey ? null : { do: "copy" };
      case "z":
        return { do: shiftKey ? "redo" : "undo" };
      case "y":
        return shiftKey ? null : { do: "redo" };
      default:
        return null;
    }
  }
  if (key === "Delete") return shiftKey ? null : { do: altKey ? "default" : "null" };
  // A Mac has no Insert.
  if (key === "Insert") return shiftKey || altKey ? null : { do: "add" };
  if (key === "F2") return { do: shiftKey ? "whole" : "edit" };
  if (key === "Enter") return altKey ? null : { do: shiftKey ? "whole" : "edit" };
  if (altKey) return null;
  if (key === "Backspace") return { do: "type", text: "" };
  return [...key].length === 1 ? { do: "type", text: key } : null;
}

/** Whether a key pastes: Ctrl+V or Cmd+V, and Shift+Insert. */
export function isPaste(event: Key): boolean {
  const command = event.ctrlKey || event.metaKey;
  if (event.altKey) return false;
  return command ? !event.shiftKey && letterOf(event) === "v" : event.shiftKey && event.key === "Insert";
}
