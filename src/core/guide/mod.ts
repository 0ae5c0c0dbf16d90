import { type Section, sectionsOf } from "./sections.ts";

export { fittingSections } from "./sections.ts";

/** The documents of `docs` that the guide consists of, in their order. The program contains these files. */
export const DOCUMENTS: readonly string[] = [
  "guide",
  "configuration",
  "coming-from",
  "authors",
  "extensions",
  "actions",
];

/** Returns the sections of all documents. They are read each time, so that they cost no memory while nobody looks. */
export async function guideSections(): Promise<readonly Section[]> {
  const folder = new URL("../../../docs/", import.meta.url);
  const texts = DOCUMENTS.map(async (name) =>
    sectionsOf(name, await Deno.readTextFile(new URL(`${name}.md`, folder)), DOCUMENTS)
  );
  return (await Promise.all(texts)).flat();
}
