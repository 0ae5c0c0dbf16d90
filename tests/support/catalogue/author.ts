import { cp } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { testFolder } from "../folder.ts";
import { exec } from "../servers/server.ts";
import { makeKey } from "./publisher.ts";

const TOOLBOX = fileURLToPath(new URL("../../../examples/toolbox", import.meta.url));

/** Environment variable that names a user's home. */
const HOME = Deno.build.os === "windows" ? "USERPROFILE" : "HOME";

/** Folders of an author. */
export interface Author {
  readonly home: string;
  /** Folder of an extension. */
  readonly folder: string;
  /** Empty folder for the catalogue. */
  readonly to: string;
}

/**
 * Creates an author's home with a key, an extension and a folder for the catalogue, and runs `use`.
 * ssh-keygen and git use that home.
 */
export async function withAuthor(use: (own: Author) => Promise<void>): Promise<void> {
  const home = await testFolder(), before = Deno.env.get(HOME);
  const folder = join(home, "toolbox"), to = join(home, "served");
  await Deno.mkdir(join(home, ".ssh"), { mode: 0o700 });
  await makeKey(join(home, ".ssh"), "id_ed25519");
  await cp(TOOLBOX, folder, { recursive: true });
  Deno.env.set(HOME, home);
  Deno.env.delete("SSH_AUTH_SOCK");
  try {
    await use({ home, folder, to });
  } finally {
    if (before === undefined) Deno.env.delete(HOME);
    else Deno.env.set(HOME, before);
  }
}

/**
 * Creates an empty repository of the author whose HEAD names `branch`, with an address that the author's git
 * maps to this computer.
 */
export async function makeRepository(
  { home }: Pick<Author, "home">,
  branch = "main",
): Promise<{ path: string; address: string }> {
  const path = join(home, "catalog.git"), address = "ssh://git.example.com/catalog.git";
  await exec(["git", "init", "-q", "--bare", "--template=", "-b", branch, path]);
  await Deno.writeTextFile(
    join(home, ".gitconfig"),
    `[user]\n\tname = Alice\n\temail = alice@example.com\n[url "file://${path}"]\n\tinsteadOf = ${address}\n`,
  );
  return { path, address };
}
