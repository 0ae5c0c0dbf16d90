/**
 * Imports a module when it is needed, by its path from the module whose `import.meta.url` is given. Deno reads everything
 * that a written import leads to before a program starts; what is large or seldom used would slow every start down.
 */
export function lazyImport<Module>(path: string, from: string): Promise<Module> {
  return import(new URL(path, from).href) as Promise<Module>;
}
