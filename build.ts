/**
 * Builds a release into `dist/`: pages, icons, the program for every target, their packages, and checksums.
 * `--pages` builds only the pages; `--target NAME` (repeatable) only those targets; `--no-packages` no
 * packages.
 * `--address URL` is where the packages will be downloaded from; it adds the files for Homebrew, Scoop and
 * winget.
 * `--analytics "ADDRESS KEY"` names the collector of anonymous counts; without it a program sends none.
 * `--releases "ADDRESS KEY"` names the signed file that lists new versions; without it a program looks for
 * none.
 * `DENORT_BIN` is the path of the Deno runtime for the program, for machines where Deno cannot download one.
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { writeChecksums } from "./build/checksums.ts";
import { commitOf } from "./build/commit.ts";
import { compile } from "./build/compile.ts";
import { bundleProgram, endBundler, ROOT } from "./build/program.ts";
import { contentsOf, stage } from "./build/stage.ts";
import { makePackages, packageFiles, type PackageParts } from "./build/packages/mod.ts";
import { type Target, TARGETS } from "./build/targets.ts";
import { analyticsTarget, type BuildStamp, releaseTarget } from "./src/core/build_stamp.ts";
import manifest from "./deno.json" with { type: "json" };

const DIST = join(ROOT, "dist");
const ICON_SIZES = [16, 32, 48, 128, 256, 512];

/** Bundles the pages into `dist/pages`. */
export async function buildPages(): Promise<void> {
  const { bundlePages } = await import("./src/pages/bundle.ts");
  await Deno.remove(join(DIST, "pages"), { recursive: true }).catch(() => {});
  await Deno.mkdir(join(DIST, "pages"), { recursive: true });
  await bundlePages(join(DIST, "pages"));
}

/**
 * Paints the icons into `folder`, by default `dist/icons`: PNG files in usual sizes, and one Windows icon
 * file.
 */
export async function buildIcons(folder = join(DIST, "icons")): Promise<void> {
  const { picture } = await import("./build/icon/mod.ts");
  const { ico, png } = await import("./build/icon/formats.ts");
  await Deno.mkdir(folder, { recursive: true });
  for (const size of ICON_SIZES) {
    await Deno.writeFile(join(folder, `kedge-${size}.png`), png(picture("idle", size)));
  }
  await Deno.writeFile(join(folder, "kedge.ico"), ico([16, 24, 32, 48].map((size) => picture("idle", size))));
}

async function main(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      pages: { type: "boolean" },
      target: { type: "string", multiple: true },
      packages: { type: "boolean", default: true },
      address: { type: "string" },
      analytics: { type: "string" },
      releases: { type: "string" },
    },
    allowNegative: true,
  });
  const refuse = (why: string) => {
    console.error(`build: ${why}`);
    return 2;
  };
  if (values.address !== undefined && !/^https:\/\/[^\s"'\\]+[^/\s"'\\]$/.test(values.address)) {
    return refuse("--address takes an https address without a slash at its end");
  }
  const analytics = analyticsTarget(values.analytics ?? "");
  if (values.analytics !== undefined && !analytics) {
    return refuse(
      '--analytics takes "ADDRESS KEY": an https address without a path, and the key of a project',
    );
  }
  const release = releaseTarget(values.releases ?? "");
  if (values.releases !== undefined && !release) {
    return refuse(
      '--releases takes "ADDRESS ssh-ed25519 KEY": the https address of the signed file, and its public key',
    );
  }
  const unknown = values.target?.find((name) => !TARGETS.some((target) => target.name === name));
  if (unknown !== undefined) {
    return refuse(`there is no target ${unknown}; there are ${TARGETS.map(({ name }) => name).join(", ")}`);
  }
  console.log("pages → dist/pages");
  await buildPages();
  if (values.pages) return 0;
  console.log("icons → dist/icons");
  await buildIcons();
  const targets = TARGETS.filter(({ name }) => values.target?.includes(name) ?? true);
  await buildPrograms(targets, { commit: await commitOf(ROOT), analytics, release });
  const packages = packageFiles(manifest.version);
  if (values.packages) {
    const made = await makePackages(targets, {
      ...await packageParts(),
      ...(values.address ? { address: values.address } : {}),
    });
    for (const file of made) console.log(`package → dist/${file}`);
  }
  const count = await writeChecksums(DIST, [
    ...TARGETS.map(({ file }) => file),
    ...[...packages.values()].flat(),
  ]);
  console.log(`checksums of ${count} files → dist/SHA256SUMS`);
  return 0;
}

/** Builds the programs of the targets. */
async function buildPrograms(targets: readonly Target[], stamp: BuildStamp): Promise<void> {
  const program = await bundleProgram(ROOT, stamp);
  const staged = await Deno.makeTempDir({ dir: DIST, prefix: "stage-" });
  try {
    for (const target of targets) {
      const contents = await contentsOf(target, program);
      const size = [...contents.values()].reduce((sum, { length }) => sum + length, 0);
      console.log(
        `kedge ${manifest.version}, ${target.name}, ${(size / 1e6).toFixed(1)} MB → dist/${target.file}`,
      );
      await stage(join(staged, "program"), contents);
      await compile(
        target,
        join(staged, "program"),
        [...contents.keys()],
        join(DIST, target.file),
        join(DIST, "icons/kedge.ico"),
      );
    }
  } finally {
    await endBundler();
    await Deno.remove(staged, { recursive: true });
  }
}

async function packageParts(): Promise<PackageParts> {
  const icons = await Promise.all(
    ICON_SIZES.map(async (size) =>
      [size, await Deno.readFile(join(DIST, "icons", `kedge-${size}.png`))] as const
    ),
  );
  return {
    version: manifest.version,
    dist: DIST,
    licence: await Deno.readFile(join(ROOT, "LICENSE")),
    svg: await Deno.readFile(join(ROOT, "build/icon/anchor.svg")),
    icons: new Map(icons),
    say: (text) => console.log(text),
  };
}

if (import.meta.main) Deno.exit(await main(Deno.args));
