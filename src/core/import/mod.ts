/** Imports connections and accounts of other programs as entries of config.json. */
import { join } from "node:path";
import { systemReason } from "../files/reason.ts";
import { homeFolder } from "../platform/home.ts";
import { hostSystem } from "../platform/host.ts";
import { shownPath } from "../sql/login/files/read.ts";
import { type Found, ImportError, NOTHING } from "./found.ts";
import { SOURCES } from "./sources/mod.ts";
import type { Folders } from "./sources/source.ts";

export { ImportError } from "./found.ts";

/** A program of {@link SOURCE_NAMES}. */
export type SourceName = keyof typeof SOURCES;

export const SOURCE_NAMES = Object.keys(SOURCES) as SourceName[];

/** The data of a program, and the files from which it was read. */
export interface ReadImport extends Found {
  readonly title: string;
  readonly files: readonly string[];
}

/** Reads the data of a program, from a file or from its usual places. Throws an ImportError. */
export async function readImport(name: SourceName, file?: string): Promise<ReadImport> {
  const source = await SOURCES[name]();
  const paths = file === undefined ? await source.files(folders()) : [file];
  const all = await readAll(source.title, paths, (path) => source.read(path));
  if (all.files.length > 0) return all;
  if (file !== undefined) {
    throw new ImportError(`There is no ${shownPath(file)}`, "Name the file that it has.");
  }
  const looked = paths.length > 0 ? ` at ${paths.slice(0, 3).map(shownPath).join(", ")}` : "";
  throw new ImportError(
    `${source.title} has no file${looked}`,
    `Name it: kedge --import ${name} FILE`,
  );
}

/** The data of one program from its usual places; unreadable files are in `left`. */
export interface LookedAt extends ReadImport {
  readonly id: SourceName;
}

/**
 * Reads the data of each program from its usual places. The result contains every program; one without data
 * has no files.
 */
export async function lookForImports(): Promise<readonly LookedAt[]> {
  const all: LookedAt[] = [];
  // One after the other, because each file may have some megabytes.
  for (const id of SOURCE_NAMES) {
    const source = await SOURCES[id]();
    const found = await readAll(
      source.title,
      await source.files(folders()),
      (path) =>
        source.read(path).catch((error) => {
          // An unreadable file must not hide the others.
          const why = error instanceof ImportError ? error.message : systemReason(error);
          return { ...NOTHING, left: [{ name: shownPath(path), why }] };
        }),
    );
    all.push({ ...found, id });
  }
  return all;
}

/** Reads the files of a program that are there, each once. Throws the error of `read`. */
async function readAll(
  title: string,
  paths: readonly string[],
  read: (path: string) => Promise<Found | null>,
): Promise<ReadImport> {
  const files: string[] = [];
  let all: Found = NOTHING;
  for (const path of new Set(paths)) {
    const found = await read(path);
    if (!found) continue;
    files.push(path);
    all = together(all, found);
  }
  return { ...all, title, files };
}

function together(all: Found, found: Found): Found {
  const portal = all.portal ?? found.portal;
  return {
    servers: [...all.servers, ...found.servers],
    ...(portal ? { portal } : {}),
    accounts: [...all.accounts, ...found.accounts],
    left: [...all.left, ...found.left],
    remarks: [...new Set([...all.remarks, ...found.remarks])],
  };
}

function folders(): Folders {
  const home = homeFolder();
  const named = (variable: string, otherwise: string) => Deno.env.get(variable) || join(home, otherwise);
  switch (hostSystem().name) {
    case "windows": {
      const data = named("APPDATA", "AppData/Roaming");
      return { home, config: data, data };
    }
    case "darwin":
      return { home, config: join(home, "Library/Application Support"), data: join(home, "Library") };
    default:
      return {
        home,
        config: named("XDG_CONFIG_HOME", ".config"),
        data: named("XDG_DATA_HOME", ".local/share"),
      };
  }
}
