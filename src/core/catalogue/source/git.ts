import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { makeFolder } from "../../files/atomic.ts";
import { readRegularFile } from "../../files/read.ts";
import { makeTemporary, removeTemporary } from "../../files/temporary.ts";
import { withoutCredentials } from "../../platform/environment.ts";
import { findProgram } from "../../platform/mod.ts";
import { run } from "../../platform/run.ts";
import { present } from "../../present.ts";
import { oneLine } from "../../text/outside.ts";
import { CatalogueError } from "../error.ts";
import { SOURCE_LIMIT } from "../limits.ts";
import type { Snapshot } from "./snapshot.ts";
import { byteSize } from "../../text/byte_size.ts";

/**
 * Variables that keep git from asking questions on a terminal or in a window; the user's helpers and agents
 * still answer. Its messages stay in the language that {@link gitFault} reads.
 */
const QUIET: Readonly<Record<string, string>> = {
  GIT_TERMINAL_PROMPT: "0",
  GIT_ASKPASS: "",
  SSH_ASKPASS: "",
  SSH_ASKPASS_REQUIRE: "never",
  GCM_INTERACTIVE: "never",
  GIT_LFS_SKIP_SMUDGE: "1",
  LC_ALL: "C",
};

/** Allows only encrypted protocols and folders of this computer, and no redirects to another host. */
const SAFE = [
  ...["-c", "protocol.allow=never", "-c", "protocol.https.allow=always", "-c", "protocol.ssh.allow=always"],
  ...["-c", "protocol.file.allow=always", "-c", "http.followRedirects=false"],
  ...["-c", "core.symlinks=false", "-c", "credential.interactive=false"],
];

/** Variables that would make git use another repository than the given one. */
const LEADING =
  /^GIT_(DIR|WORK_TREE|INDEX_FILE|OBJECT_DIRECTORY|ALTERNATE_OBJECT_DIRECTORIES|NAMESPACE|CONFIG_(COUNT|PARAMETERS|KEY_.*|VALUE_.*))$/;

/** Runs the user's git by its absolute path. Returns its output; throws a {@link CatalogueError}. */
export async function git(
  args: readonly string[],
  { cwd, signal, address }: { readonly cwd?: string; readonly signal: AbortSignal; readonly address: string },
): Promise<string> {
  const program = await findProgram("git");
  if (program === null) {
    throw new CatalogueError("no-program", "git was not found", "Install git, or use an https address.");
  }
  const env = Object.fromEntries(
    Object.entries(withoutCredentials(Deno.env.toObject())).filter(([name]) => !LEADING.test(name)),
  );
  // No file can exist below a program, so git finds no hooks on any system.
  const ended = await run(program, [...SAFE, "-c", `core.hooksPath=${program}`, ...args], {
    env: { ...env, ...QUIET },
    limit: SOURCE_LIMIT,
    signal,
    ...present({ cwd }),
  });
  if (ended.ended && ended.code === 0) return ended.stdout.trim();
  if (signal.aborted) throw new CatalogueError("cancelled", "it was cancelled", "Try again.");
  if (!ended.ended) {
    throw new CatalogueError(
      "unreachable",
      `git gave no answer for ${address} in time`,
      "Check the network.",
    );
  }
  throw gitFault(ended.stderr, address);
}

/** Messages of git with their meaning and the next step. */
const FAULTS:
  readonly (readonly [said: RegExp, code: CatalogueError["code"], words: string, hint: string])[] = [
    [
      // macOS has a /usr/bin/git that only asks for the real one.
      /^xc(ode-select|run): /m,
      "no-program",
      "cannot be read: macOS has no git yet",
      "Install Apple's command line tools (xcode-select --install), or use an https address.",
    ],
    [
      /could not read (Username|Password)|terminal prompts disabled|Authentication failed|invalid credentials/i,
      "password",
      "asks for a password",
      "Sign in to it once with git itself (git ls-remote ADDRESS), with a helper that remembers it; Kedge answers no password.",
    ],
    [
      /Host key verification failed|REMOTE HOST IDENTIFICATION HAS CHANGED/i,
      "password",
      "has a host key that your ssh does not know",
      "Connect to it once with ssh on a terminal, and compare its key.",
    ],
    [
      /Permission denied \(|passphrase|Too many authentication failures/i,
      "password",
      "does not let your SSH keys in",
      "Load the key into your agent (ssh-add), or ask for access.",
    ],
    [
      /unable to update url base from redirection|redirect|(HTTP|returned error:) 30\d/i,
      "redirect",
      "leads elsewhere",
      "Correct its address in config.json.",
    ],
    [
      /not found|does not exist|does not appear to be a git repository|couldn't find remote ref/i,
      "missing",
      "is no repository with anything in it",
      "Check the address.",
    ],
    [
      /certificate|SSL/i,
      "unreachable",
      "has a certificate that is not trusted",
      "Check the address, and git's http.sslCAInfo.",
    ],
    [
      /could not resolve host|name or service not known/i,
      "unreachable",
      "is not known, or there is no network",
      "Check the network.",
    ],
    [/No space left/i, "unreachable", "does not fit on the disk", "Make room, then try again."],
  ];

/** Messages of a server that refuses a push: because of its own rule, or because of an earlier commit. */
const REFUSED = /^ ! \[remote rejected\].*\((.*)\)\r?$/m;
const OVERTAKEN = /^ ! \[rejected\]|cannot lock ref|incorrect old value|failed to update ref/m;

/** Returns a failure of git as an error for people. */
export function gitFault(stderr: string, address: string): CatalogueError {
  if (OVERTAKEN.test(stderr)) {
    return new CatalogueError(
      "overtaken",
      "somebody has published meanwhile",
      "Look at it again, then publish.",
    );
  }
  const [, refused] = REFUSED.exec(stderr) ?? [];
  if (refused !== undefined) {
    const words = stderr.split("\n").find((line) => /^remote: *[^ ]/.test(line))?.replace(/^remote: */, "");
    const why = [refused, ...words === undefined ? [] : [words]].join(": ");
    return new CatalogueError(
      "refused",
      `${address} does not take it: ${oneLine(why, { longest: 300 })}`,
      "Ask who keeps that repository, or publish to another one.",
    );
  }
  const known = FAULTS.find(([pattern]) => pattern.test(stderr));
  if (known) {
    return new CatalogueError(known[1], `${address} ${known[2]}`, known[3].replace("ADDRESS", address));
  }
  const line = stderr.split("\n").find((one) => /^(fatal|error|ssh):/.test(one)) ?? stderr.split("\n")[0] ??
    "";
  return new CatalogueError(
    "unreachable",
    `${address} cannot be read: ${oneLine(line.replace(/^(fatal|error): /, ""), { longest: 300 })}`,
    "Try: git ls-remote, on a terminal.",
  );
}

/** Fetches the newest commit of a repository without its files, and reads files on access. */
export async function gitSnapshot(url: string, cache: string, signal: AbortSignal): Promise<Snapshot> {
  const copy = join(cache, `${createHash("sha256").update(url).digest("hex").slice(0, 16)}.git`);
  await makeFolder(cache);
  const asking = { signal, address: url };
  const commit = await fetched(copy, asking).catch(async (error) => {
    if (!existsSync(copy) || error instanceof CatalogueError && error.code !== "unreachable") throw error;
    // Leftovers of a killed git may be the reason.
    await rm(copy, { recursive: true, force: true });
    return await fetched(copy, asking);
  });
  return {
    async file(path, most, signal) {
      const object = `${commit}:${path}`;
      const asking = { signal, address: url };
      const size = Number(
        await git(["--git-dir", copy, "cat-file", "-s", object], asking).catch((error: CatalogueError) => {
          const there = !/does not exist|not a valid object|path .* exists on disk/i.test(error.message);
          throw there && error.code !== "missing"
            ? error
            : new CatalogueError("missing", `${url} has no ${path}`, "Check the address.");
        }),
      );
      if (!(size <= most)) {
        throw new CatalogueError(
          "too-large",
          `${path} of ${url} has more than ${byteSize(most)}`,
          "Ask whoever publishes it.",
        );
      }
      const blob = await git(["--git-dir", copy, "rev-parse", object], asking);
      return await blobBytes(copy, blob, most, asking);
    },
  };
}

/**
 * Returns the bytes of a file in a repository as they were committed, without the repository's filters.
 * Throws a {@link CatalogueError}.
 */
export async function blobBytes(
  repository: string,
  blob: string,
  most: number,
  asking: { readonly signal: AbortSignal; readonly address: string },
): Promise<Uint8Array> {
  const work = await makeTemporary("bundle");
  try {
    // `unpack-file` converts no line ends, whatever the user's configuration or `.gitattributes` say.
    const name = await git(["--git-dir", repository, "unpack-file", blob], { ...asking, cwd: work });
    const read = await readRegularFile(join(work, name), most, { follow: false });
    if (read.ok) return read.bytes;
    throw new CatalogueError("unreachable", read.message, read.hint);
  } finally {
    await removeTemporary(work);
  }
}

/** Branches that may have the newest commit when HEAD of the repository names one that was never pushed. */
export const BRANCHES = ["refs/heads/main", "refs/heads/master"];

/** Fetches the newest commit into the copy and returns its id. */
async function fetched(
  copy: string,
  asking: { readonly signal: AbortSignal; readonly address: string },
): Promise<string> {
  const shallow = ["--depth", "1", "--no-tags", "--filter=blob:none"];
  if (!existsSync(copy)) {
    await git(
      ["clone", "--quiet", "--bare", "--single-branch", ...shallow, "--", asking.address, copy],
      asking,
    );
  }
  let failed: unknown;
  for (const branch of ["HEAD", ...BRANCHES]) {
    try {
      await git(["--git-dir", copy, "fetch", "--quiet", ...shallow, "--force", "origin", branch], asking);
      return await git(["--git-dir", copy, "rev-parse", "--verify", "FETCH_HEAD^{commit}"], asking);
    } catch (error) {
      failed ??= error;
      if (!(error instanceof CatalogueError) || error.code !== "missing") break;
    }
  }
  throw failed;
}
