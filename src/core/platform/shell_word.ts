import { hostSystem } from "./host.ts";

/** A word as shells take it: quoted where it would be read as something else. */
export function shellWord(word: string, windows = hostSystem().name === "windows"): string {
  if (/^[\w@%+=:,./\\~-]+$/.test(word) && (windows || !/[\\~]/.test(word))) return word;
  return windows ? `"${word.replaceAll('"', '""')}"` : `'${word.replaceAll("'", "'\\''")}'`;
}
