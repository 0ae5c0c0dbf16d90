/**
 * The functions of a library, which is opened with their first use and only once: each opening takes some ten KB that
 * are never freed. Throws the loader's error.
 */
export function openedOnce<const Symbols extends Deno.ForeignLibraryInterface>(
  library: string,
  symbols: Symbols,
): () => Deno.DynamicLibrary<Symbols>["symbols"] {
  let opened: Deno.DynamicLibrary<Symbols>["symbols"] | undefined;
  return () => opened ??= Deno.dlopen(library, symbols).symbols;
}
