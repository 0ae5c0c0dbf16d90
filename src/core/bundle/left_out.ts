/** Files in the root that only editors and the Go tool need; Kedge writes its own when it compiles. */
const EDITOR_FILES: ReadonlySet<string> = new Set(["go.mod", "go.sum", "go.work", "go.work.sum"]);

/**
 * Tells whether a file of an author's folder is left out of the bundle: hidden files and folders (`.git`,
 * `.vscode`, `.kedge` with the SDK's copy), files of operating systems, the Go module's files in the root,
 * tests and their data, editors' backups, and bundles.
 */
export function isLeftOut(path: string): boolean {
  const segments = path.split("/");
  const name = segments.at(-1)!;
  return segments.some((segment) => segment.startsWith(".") || segment === "testdata") ||
    systemFile(path) !== null ||
    EDITOR_FILES.has(path) ||
    /(_test\.go|\.kedgeext|~|\.sw[op]|\.orig)$/.test(name) || /^#.*#$/.test(name);
}

/**
 * Returns the kind of a file that an operating system creates by itself and that is never part of a bundle;
 * null for all other files.
 */
export function systemFile(path: string): "__MACOSX/" | ".DS_Store" | "Thumbs.db" | null {
  const lower = path.toLowerCase();
  if (lower.startsWith("__macosx/") || lower === "__macosx") return "__MACOSX/";
  const name = lower.slice(lower.lastIndexOf("/") + 1);
  return name === ".ds_store" ? ".DS_Store" : name === "thumbs.db" ? "Thumbs.db" : null;
}
