import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

/** Returns the pages of the documentation by their path from the project's root. */
export function documentation(): Map<string, string> {
  const pages = ["", "docs", "docs/decisions", ".github"].flatMap((folder) =>
    [...Deno.readDirSync(join(ROOT, folder))].map(({ name }) => join(folder, name))
  );
  return new Map(
    pages.filter((path) => path.endsWith(".md")).sort()
      .map((path) => [path, Deno.readTextFileSync(join(ROOT, path))]),
  );
}

/** Returns every `kedge` command in the documentation with its page, without the explanation beside it. */
export function documentedCommands(): [path: string, command: string][] {
  return documentation().entries().flatMap(([path, text]) =>
    [...text.matchAll(/(?:^|[`\n])(?:deno task )?kedge (--[^`\n#]+)/g)].map((
      [, command],
    ): [string, string] => // A command of a sentence may end in punctuation, one of a listing in an explanation.
    [path, command!.trim().replace(/ {2,}.*$/, "").replace(/(?<=\S)[.,;:]$/, "")])
  ).toArray();
}
