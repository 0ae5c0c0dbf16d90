/**
 * Tells whether Kedge may compile a file of a bundle that is not an entry: Go leaves tests out of programs,
 * and neither Go nor Kedge reads hidden folders. An entry is compiled whatever its name.
 */
export function mayBeCompiled(path: string): boolean {
  return path.endsWith(".go") && !path.endsWith("_test.go") &&
    !path.split("/").some((part) => part.startsWith(".") || part.startsWith("_"));
}
