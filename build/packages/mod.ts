import { join } from "node:path";
import { sha256 } from "../checksums.ts";
import { type Target, TARGETS } from "../targets.ts";
import { DEBIAN, type LinuxParts, makeDeb } from "./deb.ts";
import { macosZip } from "./macos.ts";
import { makePortable } from "./portable.ts";
import { type Download, storeFiles } from "./stores.ts";
import { MissingToolError } from "./tools.ts";
import { windowsZip } from "./windows.ts";

/** The parts of packages besides the programs. */
export interface PackageParts {
  readonly version: string;
  /** `dist/`, the folder of the programs and the packages. */
  readonly dist: string;
  readonly licence: Uint8Array;
  readonly svg: Uint8Array;
  /** PNG pictures by their size in pixels. */
  readonly icons: ReadonlyMap<number, Uint8Array>;
  /** The address from which the packages will be downloaded; without it no files for package managers are written. */
  readonly address?: string;
  /** Called with a message about each package that could not be created. */
  readonly say: (text: string) => void;
}

/** Returns the file names of a version's packages, by target. */
export function packageFiles(version: string): ReadonlyMap<string, readonly string[]> {
  return new Map(
    TARGETS.filter((target) => target.windowed || !target.name.startsWith("windows")).map(({ name }) => [
      name,
      name in DEBIAN
        ? [`kedge_${version}_${DEBIAN[name]}.deb`, `kedge-${version}-${name}.tar.xz`]
        : [`kedge-${version}-${name}.zip`],
    ]),
  );
}

/** Creates the packages of the targets whose programs are in `dist`. Returns their file names. */
export async function makePackages(targets: readonly Target[], parts: PackageParts): Promise<string[]> {
  const made: string[] = [];
  const downloads = new Map<string, Download>();
  const names = packageFiles(parts.version);
  for (const target of targets) {
    const [file] = names.get(target.name) ?? [];
    // A program for terminals is part of the package of its twin.
    if (file === undefined) continue;
    const program = await Deno.readFile(join(parts.dist, target.file));
    if (target.name in DEBIAN) {
      made.push(...await linuxPackages(target, program, names.get(target.name)!, parts));
    } else if (target.name.startsWith("macos")) {
      await Deno.writeFile(join(parts.dist, file), await macosZip(parts.version, program, parts.icons));
      downloads.set(target.name, await download(parts.dist, file));
      made.push(file);
    } else {
      const twin = TARGETS.find(({ triple, name }) => triple === target.triple && name !== target.name)!;
      const console = await Deno.readFile(join(parts.dist, twin.file)).catch(() => null);
      if (!console) {
        parts.say(`no package for ${target.name}: ${twin.name} was not built`);
        continue;
      }
      const bytes = await windowsZip(parts.version, program, console, parts.licence);
      await Deno.writeFile(join(parts.dist, file), bytes);
      downloads.set(target.name, await download(parts.dist, file));
      made.push(file);
    }
  }
  if (parts.address !== undefined) {
    const stores = storeFiles({ version: parts.version, address: parts.address, downloads });
    for (const [path, text] of stores) {
      await Deno.mkdir(join(parts.dist, path, ".."), { recursive: true });
      await Deno.writeTextFile(join(parts.dist, path), text);
    }
  }
  return made;
}

async function linuxPackages(
  target: Target,
  program: Uint8Array,
  files: readonly string[],
  parts: PackageParts,
): Promise<string[]> {
  const { version, dist, licence, svg, icons } = parts;
  const linux: LinuxParts = { version, program, icons, svg, licence };
  const made: string[] = [];
  for (const file of files) {
    const make = file.endsWith(".deb")
      ? (folder: string, output: string) => makeDeb(linux, DEBIAN[target.name]!, folder, output)
      : (folder: string, output: string) =>
        makePortable(linux, file.replace(/\.tar\.xz$/, ""), folder, output);
    const folder = await Deno.makeTempDir({ dir: dist, prefix: "package-" });
    try {
      // dpkg-deb refuses the private mode of temporary folders.
      await Deno.chmod(folder, 0o755);
      await make(folder, join(dist, file));
      made.push(file);
    } catch (error) {
      if (!(error instanceof MissingToolError)) throw error;
      parts.say(`no ${file}: ${error.message}`);
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  }
  return made;
}

async function download(dist: string, file: string): Promise<Download> {
  return { file, sha256: (await sha256(join(dist, file)))! };
}
