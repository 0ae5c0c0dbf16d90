/** What systems leave in folders: never part of a bundle. Gives null for everything else. */
export function systemFile(path: string): "__MACOSX/" | ".DS_Store" | "Thumbs.db" | null {
  const lower = path.toLowerCase();
  if (lower.startsWith("__macosx/") || lower === "__macosx") return "__MACOSX/";
  const name = lower.slice(lower.lastIndexOf("/") + 1);
  return name === ".ds_store" ? ".DS_Store" : name === "thumbs.db" ? "Thumbs.db" : null;
}
