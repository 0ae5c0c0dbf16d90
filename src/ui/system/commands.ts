import { useLayoutEffect, useRef } from "preact/hooks";
import { letterOf, withCommand } from "./keys.ts";
import type { MenuItem } from "./lists/menu.tsx";

/** A command of a window, whether or not a button for it is visible. */
export interface PageCommand extends MenuItem {
  /** Further words by which Ctrl+K finds the command. */
  readonly words?: string;
}

/** The commands of the page's current content, in the order in which its components were mounted. */
const known = new Set<{ readonly current: readonly PageCommand[] }>();

/** Commands that every page of the window has. */
const everywhere: PageCommand[] = [];

/** Adds commands that Ctrl+K lists in every page of the window, after the page's own commands. */
export function offerEverywhere(commands: readonly PageCommand[]): void {
  for (const command of commands) everywhere.push(command);
}

/** Returns the commands that were passed to {@link offerEverywhere}. */
export function commandsEverywhere(): readonly PageCommand[] {
  return everywhere;
}

/**
 * Lets Ctrl+K list these commands while the component is mounted. The page handles their shortcuts itself
 * with `commandOf`.
 */
export function useCommands(commands: readonly PageCommand[]): void {
  const newest = useRef(commands);
  newest.current = commands;
  useLayoutEffect(() => {
    known.add(newest);
    return () => void known.delete(newest);
  }, []);
}

/** Returns the enabled commands of the window's current content. */
export function pageCommands(): readonly PageCommand[] {
  return [...known].flatMap(({ current }) => current.filter(({ disabled }) => !disabled));
}

/** Returns the enabled command whose shortcut is the pressed key. */
export function commandOf(event: KeyboardEvent, commands: readonly PageCommand[]): PageCommand | undefined {
  const command = withCommand(event, event.shiftKey);
  if (!command && (event.ctrlKey || event.metaKey || event.altKey)) return undefined;
  const letter = letterOf(event);
  const key = letter === "" ? event.key : letter.toUpperCase();
  const keys = `${command ? "Mod+" : ""}${event.shiftKey ? "Shift+" : ""}${key}`;
  return commands.find(({ shortcut, disabled }) => shortcut === keys && !disabled);
}
