/**
 * `deno run -A tests/support/servers/pin_moto.ts [VERSION]`: writes moto.txt, which names moto and all its
 * dependencies with their versions and the hashes of their files for Debian's Python 3.11 to 3.13. pip itself
 * resolves the versions.
 */
import { join } from "node:path";
import { exec } from "./server.ts";

const PYTHONS = ["3.11", "3.12", "3.13"];
const PROCESSORS = ["x86_64", "aarch64"];
/** Versions of the C library in the names of Linux wheels, up to that of Debian 12. */
const LIBRARIES = Array.from({ length: 36 - 17 + 1 }, (_, i) => `manylinux_2_${36 - i}`);

const FILE = new URL("moto.txt", import.meta.url);

interface Package {
  readonly metadata: { readonly name: string; readonly version: string };
  readonly download_info: { readonly archive_info: { readonly hashes: { readonly sha256: string } } };
}

/** Versions and files that each Python needs, by package. */
type Found = Map<string, Map<string, { pythons: Set<string>; hashes: Set<string> }>>;

async function main(version: string): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "kedge-pin-" });
  const found: Found = new Map();
  try {
    await exec(["/usr/bin/python3", "-m", "venv", folder]);
    for (const python of PYTHONS) {
      for (const processor of PROCESSORS) await ask(folder, version, python, processor, found);
    }
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
  await Deno.writeTextFile(FILE, requirements(found));
}

/** Asks pip what it would install for a Python on a processor. */
async function ask(
  folder: string,
  version: string,
  python: string,
  processor: string,
  found: Found,
): Promise<void> {
  const report = join(folder, "report.json");
  await exec([
    ...[join(folder, "bin", "python"), "-m", "pip", "install", "-q", "--disable-pip-version-check"],
    ...["--dry-run", "--ignore-installed", "--report", report, "--only-binary", ":all:"],
    ...["--target", join(folder, "target"), "--python-version", python],
    ...[...LIBRARIES, "manylinux2014"].flatMap((library) => ["--platform", `${library}_${processor}`]),
    `moto[server,secretsmanager]==${version}`,
    // The AWS CLI determines the version of botocore that all packages share.
    "awscli",
  ]);
  const { install } = JSON.parse(await Deno.readTextFile(report)) as { install: Package[] };
  for (const { metadata, download_info } of install) {
    const versions = found.getOrInsertComputed(metadata.name.toLowerCase(), () => new Map());
    const one = versions.getOrInsertComputed(
      metadata.version,
      () => ({ pythons: new Set(), hashes: new Set() }),
    );
    one.pythons.add(python);
    one.hashes.add(download_info.archive_info.hashes.sha256);
  }
}

/** Returns a requirements file for `pip install --require-hashes`. */
function requirements(found: Found): string {
  const lines = ["# Written by tests/support/servers/pin_moto.ts"];
  for (const [name, versions] of [...found].sort(([a], [b]) => a < b ? -1 : 1)) {
    for (const [version, { pythons, hashes }] of [...versions].sort()) {
      const marker = pythons.size === PYTHONS.length
        ? ""
        : ` ; ${[...pythons].map((python) => `python_version == "${python}"`).join(" or ")}`;
      lines.push(`${name}==${version}${marker} \\`);
      const sorted = [...hashes].sort();
      lines.push(
        ...sorted.map((hash, i) => `    --hash=sha256:${hash}${i < sorted.length - 1 ? " \\" : ""}`),
      );
    }
  }
  return lines.join("\n") + "\n";
}

await main(Deno.args[0] ?? /^moto==(\S+)/m.exec(await Deno.readTextFile(FILE))![1]!);
