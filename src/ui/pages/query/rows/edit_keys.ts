import { letterOf, mac } from "../../../system/keys.ts";

/** What a key does to the rows in a tab that may write. */
type EditKey =
  | { readonly do: "edit" | "whole" | "null" | "default" | "add" | "copy" | "remove" | "undo" | "redo" }
  /** Opens the cell's editor with the typed text. */
  | { readonly do: "type"; readonly text: string };

type Key = Pick<KeyboardEvent, "key" | "code" | "ctrlKey" | "metaKey" | "shiftKey" | "altKey">;

/** Returns what a key in the grid does; null for other keys. */
export function editKey(event: Key, onMac: boolean = mac): EditKey | null {
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
  // Macs have no Insert key; their users add rows with the menu.
  if (key === "Insert") return shiftKey || altKey ? null : { do: "add" };
  if (key === "F2") return { do: shiftKey ? "whole" : "edit" };
  if (key === "Enter") return altKey ? null : { do: shiftKey ? "whole" : "edit" };
  // Alt is Option on macOS, which types characters: [ and { on many keyboards.
  if (altKey && (!onMac || key === "Backspace")) return null;
  if (key === "Backspace") return { do: "type", text: "" };
  return [...key].length === 1 ? { do: "type", text: key } : null;
}

/** Whether a key pastes: Ctrl+V or Cmd+V, and Shift+Insert. */
export function isPaste(event: Key): boolean {
  const command = event.ctrlKey || event.metaKey;
  if (event.altKey) return false;
  return command ? !event.shiftKey && letterOf(event) === "v" : event.shiftKey && event.key === "Insert";
}
