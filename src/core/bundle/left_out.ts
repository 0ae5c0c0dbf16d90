import { systemFile } from "./system_file.ts";

/** Files at the root that only an editor and the Go tool need; Kedge writes its own when it compiles. */
const EDITOR_FILES: ReadonlySet<string> = new Set(["go.mod", "go.sum", "go.work", "go.work.sum"]);

/**
 * Tells whether a file of an author's folder stays out of the bundle: hidden files and folders (`.git`,
 * `.vscode`, `.kedge` with the SDK's copy), what systems leave behind, the Go module's files at the
 * root, tests and their data, editors' backups, and bundles.
 */
export function isLeftOut(path: string): boolean {
  const segments = path.split("/");
  const name = segments.at(-1)!;
  return segments.some((segment) => segment.startsWith(".") || segment === "testdata") ||
    systemFile(path) !== null ||
    EDITOR_FILES.has(path) ||
    /(_test\.go|\.kedgeext|~|\.sw[op]|\.orig)$/.test(name) || /^#.*#$/.test(name);
}
