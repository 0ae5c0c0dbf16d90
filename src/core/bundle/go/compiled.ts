/**
 * Tells whether Kedge may compile a file of a bundle that is no entry: Go takes no tests into a program, and
 * neither Go nor Kedge looks into hidden folders. An entry is compiled whatever it is called.
 */
export function mayBeCompiled(path: string): boolean {
  return path.endsWith(".go") && !path.endsWith("_test.go") &&
    !path.split("/").some((part) => part.startsWith(".") || part.startsWith("_"));
}
