import { useLayoutEffect, useRef } from "preact/hooks";
import { letterOf, withCommand } from "./keys.ts";
import type { MenuItem } from "./lists/menu.tsx";

/** Something that can be done in a window, whether a button of it is seen or not. */
export interface PageCommand extends MenuItem {
  /** What else it is found by. */
  readonly words?: string;
}

/** The commands of what the page shows now, in the order in which its parts came. */
const known = new Set<{ readonly current: readonly PageCommand[] }>();

/** The commands of every window, whatever its page shows. */
const everywhere: PageCommand[] = [];

/** Lets Ctrl+K list these in any page of the window, behind what is the page's own. */
export function offerEverywhere(commands: readonly PageCommand[]): void {
  for (const command of commands) everywhere.push(command);
}

/** The commands that {@link offerEverywhere} was given. */
export function commandsEverywhere(): readonly PageCommand[] {
  return everywhere;
}

/** Lets Ctrl+K list these, as long as the component is there. Their keys are the page's own matter: `commandOf` finds them. */
export function useCommands(commands: readonly PageCommand[]): void {
  const newest = useRef(commands);
  newest.current = commands;
  useLayoutEffect(() => {
    known.add(newest);
    return () => void known.delete(newest);
  }, []);
}

/** Everything that can be done in the window as it is. */
export function pageCommands(): readonly PageCommand[] {
  return [...known].flatMap(({ current }) => current.filter(({ disabled }) => !disabled));
}

/** The command whose keys these are; a disabled one has none. */
export function commandOf(event: KeyboardEvent, commands: readonly PageCommand[]): PageCommand | undefined {
  const command = withCommand(event, event.shiftKey);
  if (!command && (event.ctrlKey || event.metaKey || event.altKey)) return undefined;
  const letter = letterOf(event);
  const key = letter === "" ? event.key : letter.toUpperCase();
  const keys = `${command ? "Mod+" : ""}${event.shiftKey ? "Shift+" : ""}${key}`;
  return commands.find(({ shortcut, disabled }) => shortcut === keys && !disabled);
}
