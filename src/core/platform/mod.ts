import { editorCommand } from "./editor.ts";
import { hostSystem } from "./host.ts";
import { launch, type OpenResult } from "./launch.ts";

export { openInBrowser, type ShowCode, voidTickets } from "./browser/mod.ts";
export { withoutCredentials } from "./environment.ts";
export { killTree } from "./kill_tree.ts";
export { findProgram, hostSystem, programPaths, sessionType } from "./host.ts";
export type { OpenResult } from "./launch.ts";
export { browserCommand, browsers, type FoundBrowser } from "./browsers/mod.ts";
export { type FoundTerminal, openTerminal, terminals } from "./terminals/mod.ts";
export type { CommandLine, SessionType } from "./system.ts";

/**
 * Opens a text file: in the editor of VISUAL or EDITOR when it has a window, at the position when the editor
 * supports one; otherwise in the default editor. Line and column count from 1.
 */
export async function openFile(path: string, line?: number, column?: number): Promise<OpenResult> {
  const yourself = `Open ${path} yourself.`;
  const editor = editorCommand(hostSystem(), Deno.env.toObject(), path, { line, column });
  if (editor) {
    const opened = await launch(editor, yourself);
    if (opened.ok) return opened;
  }
  return await launch(hostSystem().openText(path, Deno.env.toObject()), yourself);
}

/** Shows a folder in the file manager. */
export async function openFolder(path: string): Promise<OpenResult> {
  return await launch(hostSystem().openFolder(path, Deno.env.toObject()), `Open ${path} yourself.`);
}
