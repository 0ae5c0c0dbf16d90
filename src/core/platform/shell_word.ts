import { hostSystem } from "./host.ts";

/** Returns a word for a shell, quoted when the shell would interpret it. */
export function shellWord(word: string, windows = hostSystem().name === "windows"): string {
  if (/^[\w@%+=:,./\\~-]+$/.test(word) && (windows || !/[\\~]/.test(word))) return word;
  return windows ? `"${word.replaceAll('"', '""')}"` : `'${word.replaceAll("'", "'\\''")}'`;
}
