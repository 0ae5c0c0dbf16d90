import { existsSync } from "node:fs";
import { join } from "node:path";
import { testCache } from "../support/cache.ts";
import { exec } from "../support/servers/server.ts";

/**
 * Packages of each folder, with dependencies (`whole`) or without (`alone`): MariaDB's packages
 * replace files of MySQL's.
 */
const PACKAGES = {
  mysql: { whole: ["mysql-server-core", "mysql-router"], alone: [] },
  mariadb: { whole: ["mariadb-server-core"], alone: ["mariadb-server"] },
} as const satisfies Record<string, Packages>;

interface Packages {
  readonly whole: readonly string[];
  readonly alone: readonly string[];
}

const DEBIAN = "http://deb.debian.org/debian";
const KEYS = "/usr/share/keyrings/debian-archive-keyring.gpg";

/**
 * A folder with the newest packages of Debian and their dependencies, unpacked but not installed.
 */
export interface Newest {
  readonly root: string;
  /** Returns a command line that runs a program of the folder with the folder's own libraries. */
  program(path: string, ...args: readonly string[]): string[];
}

/** Downloads packages with Debian's own client, which checks their signatures; once per machine. */
export async function newest(name: keyof typeof PACKAGES): Promise<Newest> {
  const root = testCache("newest", name);
  if (!existsSync(join(root, "complete"))) await fetchPackages(root, PACKAGES[name]);
  const libraries = ["usr/lib/x86_64-linux-gnu", "usr/lib/mysql-router"].map((path) => join(root, path));
  const loader = join(root, "usr/lib64/ld-linux-x86-64.so.2");
  return {
    root,
    program: (path, ...args) => [loader, "--library-path", libraries.join(":"), join(root, path), ...args],
  };
}

async function fetchPackages(root: string, { whole, alone }: Packages): Promise<void> {
  await Deno.remove(root, { recursive: true }).catch(() => {});
  const apt = join(root, "apt"), archives = join(apt, "cache/archives");
  for (const folder of ["lists/partial", "cache/archives/partial"]) {
    await Deno.mkdir(join(apt, folder), { recursive: true });
  }
  const write = (file: string, text: string) => Deno.writeTextFile(join(apt, file), text);
  await write("status", "");
  await write("sources", `deb [signed-by=${KEYS}] ${DEBIAN} sid main\n`);
  await write(
    "apt.conf",
    `Dir::State::lists "${apt}/lists";\nDir::State::status "${apt}/status";\nDir::Cache "${apt}/cache";\n` +
      `Dir::Etc::sourcelist "${apt}/sources";\nDir::Etc::sourceparts "-";\nAPT::Sandbox::User "root";\n`,
  );
  const env = { APT_CONFIG: join(apt, "apt.conf") };
  await exec(["apt-get", "-qq", "update"], { env });
  const install = ["apt-get", "-qq", "-y", "--no-install-recommends", "--download-only", "install"];
  await exec([...install, ...whole], { env });
  const download = 'cd "$1" && shift && exec apt-get -qq download "$@"';
  if (alone.length > 0) await exec(["/bin/sh", "-c", download, "sh", archives, ...alone], { env });
  for await (const { name } of Deno.readDir(archives)) {
    if (name.endsWith(".deb")) await exec(["dpkg-deb", "-x", join(archives, name), root]);
  }
  await Deno.remove(apt, { recursive: true });
  await Deno.writeTextFile(join(root, "complete"), "");
}
