/**
 * Imports a module when it is needed, by its path relative to the module with the given `import.meta.url`.
 * Before a program starts, Deno reads everything that a literal import leads to, so large or rarely used
 * modules would slow down every start.
 */
export function lazyImport<Module>(path: string, from: string): Promise<Module> {
  return import(new URL(path, from).href) as Promise<Module>;
}
