import { homedir } from "node:os";
import { join } from "node:path";
import { readdir } from "node:fs/promises";
import { readRegularText } from "../../files/read.ts";
import { makeTemporary, removeTemporary } from "../../files/temporary.ts";
import { findProgram } from "../../platform/mod.ts";
import { run } from "../../platform/run.ts";
import { oneLine } from "../../text/outside.ts";
import { CatalogueError } from "../error.ts";
import { fingerprint, fingerprintsOf } from "../keys.ts";
import type { Catalogue } from "../schema.ts";
import { sshKeygen } from "../ssh_keygen.ts";

/** A key of the user that can sign. */
export interface SigningKey {
  /** Type and data: `ssh-ed25519 AAAA…`. */
  readonly key: string;
  /** The key's comment, often an email address. */
  readonly comment: string;
  readonly fingerprint: string;
  /** Path of its public file; null when only the agent has the key. */
  readonly file: string | null;
}

/** Maximum bytes read of a public key. */
const MAX_SIZE = 16 * 1024;

/**
 * Returns the user's keys: only the named one, otherwise git's own, those in `~/.ssh`, and those of the
 * agent. Throws a {@link CatalogueError}.
 */
export async function signingKeys(named?: string): Promise<SigningKey[]> {
  if (named !== undefined) {
    const file = /\.pub$/.test(named) ? named : `${named}.pub`;
    const key = keyOf(await readRegularText(file, MAX_SIZE), file);
    if (key) return [key];
    throw new CatalogueError(
      "unusable",
      `${file} is no public key of SSH`,
      "Name a key: --key ~/.ssh/id_ed25519",
    );
  }
  const folder = join(homedir(), ".ssh");
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(".pub")).slice(0, 50);
  // Prefer the keys that ssh itself prefers.
  names.sort((a, b) => Number(!a.includes("ed25519")) - Number(!b.includes("ed25519")) || (a < b ? -1 : 1));
  const files = [...await gitKey(), ...names.map((name) => join(folder, name))];
  const found = new Map<string, SigningKey>();
  const add = (key: SigningKey | null) => {
    if (key && !found.has(key.fingerprint)) found.set(key.fingerprint, key);
  };
  for (const file of files) add(keyOf(await readRegularText(file, MAX_SIZE).catch(() => null), file));
  for (const line of await agentKeys()) add(keyOf(line, null));
  return [...found.values()];
}

/** Returns the keys with which a request may be signed. Throws when the chosen one is gone. */
export async function keysFor(
  { key, fingerprint }: { readonly key?: string; readonly fingerprint?: string },
): Promise<readonly SigningKey[]> {
  const all = await signingKeys(key);
  if (fingerprint === undefined) return all;
  const chosen = all.filter((one) => one.fingerprint === fingerprint);
  if (chosen.length > 0) return chosen;
  throw new CatalogueError(
    "no-key",
    "the key that you chose is not there any more",
    "Load it into your agent (ssh-add), or choose another.",
  );
}

/**
 * Returns the user's key that belongs to the newest set. Throws when there is none.
 *
 * @param isChange whether the user named a single key for a change of keys, which may need two of theirs
 */
export function keyAmong(
  keys: readonly SigningKey[],
  { keys: sets }: Pick<Catalogue, "keys">,
  isChange = false,
): SigningKey {
  const prints = fingerprintsOf(sets.at(-1)!);
  const key = keys.find(({ fingerprint }) => prints.has(fingerprint));
  if (key) return key;
  const names = sets.at(-1)!.signers.map(({ name }) => name).join(", ");
  throw new CatalogueError(
    "no-key",
    "none of your keys may sign this catalogue",
    `Its keys are of ${names}. ${
      isChange
        ? "The old and the new key must sign: load both into your agent, and leave out --key."
        : "Name yours: --key FILE"
    }`,
  );
}

/** Returns the key with which git signs commits when it is an SSH key in a file. */
async function gitKey(): Promise<string[]> {
  const program = await findProgram("git");
  if (program === null) return [];
  const ended = await run(program, ["config", "--global", "--type=path", "user.signingkey"]);
  const file = ended.ended && ended.code === 0 ? ended.stdout.trim() : "";
  return file.startsWith("/") || /^[A-Za-z]:[\\/]/.test(file) ? [file.replace(/(\.pub)?$/, ".pub")] : [];
}

async function agentKeys(): Promise<string[]> {
  const program = await findProgram("ssh-add");
  if (program === null) return [];
  const ended = await run(program, ["-L"]);
  return ended.ended && ended.code === 0 ? ended.stdout.split("\n").slice(0, 50) : [];
}

function keyOf(text: string | null, file: string | null): SigningKey | null {
  const [type = "", data = "", ...comment] = (text ?? "").trim().split(/\s+/);
  const key = `${type} ${data}`;
  const print = fingerprint(key);
  return print?.startsWith("SHA256:") && !type.startsWith("SHA256:")
    ? { key, comment: comment.join(" "), fingerprint: print, file }
    : null;
}

/**
 * Signs a text with `ssh-keygen -Y sign`, without asking questions. Returns the armoured signature; throws a
 * {@link CatalogueError}.
 */
export async function signText(
  text: string,
  namespace: string,
  { file, key }: SigningKey,
  signal?: AbortSignal,
): Promise<string> {
  const program = await sshKeygen();
  const folder = await makeTemporary("bundle");
  try {
    const name = file ?? join(folder, "key.pub");
    if (file === null) await Deno.writeTextFile(name, `${key}\n`, { mode: 0o600 });
    const env = { ...Deno.env.toObject(), SSH_ASKPASS: "", SSH_ASKPASS_REQUIRE: "never", LC_ALL: "C" };
    const ended = await run(program, ["-Y", "sign", "-f", name, "-n", namespace], {
      input: text,
      limit: 60_000,
      env,
      ...(signal && { signal }),
    });
    if (signal?.aborted) throw new CatalogueError("cancelled", "it was cancelled", "Try again.");
    if (ended.ended && ended.code === 0 && ended.stdout.includes("BEGIN SSH SIGNATURE")) return ended.stdout;
    const message = ended.ended ? ended.stderr : ended.error;
    if (/passphrase|read_passphrase|incorrect/i.test(message)) {
      throw new CatalogueError(
        "no-key",
        `${name} has a passphrase`,
        `Load it into your agent first: ssh-add ${name.replace(/\.pub$/, "")}`,
      );
    }
    const words = message.split("\n").filter((line) => line !== "" && !line.startsWith("Signing")).at(-1) ??
      "";
    throw new CatalogueError(
      "no-key",
      `${name} does not sign: ${oneLine(words, { longest: 200 })}`,
      "Check that its private half lies beside it or is in your agent (ssh-add -L).",
    );
  } finally {
    await removeTemporary(folder);
  }
}
