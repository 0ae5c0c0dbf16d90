/** `g_signal_connect_data` of GObject. */
export const SIGNAL = {
  parameters: ["pointer", "buffer", "function", "pointer", "pointer", "i32"],
  result: "u64",
} as const;

/**
 * Returns a function that opens a library on its first call and returns the library's functions. The library
 * is opened only once, because each opening takes about ten KB that are never freed. Throws the loader's
 * error.
 */
export function openedOnce<const Symbols extends Deno.ForeignLibraryInterface>(
  library: string,
  symbols: Symbols,
): () => Deno.DynamicLibrary<Symbols>["symbols"] {
  let opened: Deno.DynamicLibrary<Symbols>["symbols"] | undefined;
  return () => opened ??= Deno.dlopen(library, symbols).symbols;
}
