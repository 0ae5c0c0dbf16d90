import { cp } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { testFolder } from "../folder.ts";
import { exec } from "../servers/server.ts";
import { makeKey } from "./publisher.ts";

const TOOLBOX = fileURLToPath(new URL("../../../examples/toolbox", import.meta.url));

/** The variable that names the home of a user. */
const HOME = Deno.build.os === "windows" ? "USERPROFILE" : "HOME";

/** What an author has. */
export interface Author {
  readonly home: string;
  /** The folder of an extension. */
  readonly folder: string;
  /** Where nothing is yet. */
  readonly to: string;
}

/** An author's home with a key, an extension and a place for the catalogue; ssh-keygen and git find that home. */
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

/** An empty repository of the author's, by an address that their git reads from this computer. */
export async function makeRepository(
  { home }: Pick<Author, "home">,
): Promise<{ path: string; address: string }> {
  const path = join(home, "catalog.git"), address = "ssh://git.example.com/catalog.git";
  await exec(["git", "init", "-q", "--bare", "--template=", "-b", "main", path]);
  await Deno.writeTextFile(
    join(home, ".gitconfig"),
    `[user]\n\tname = Alice\n\temail = alice@example.com\n[url "file://${path}"]\n\tinsteadOf = ${address}\n`,
  );
  return { path, address };
}
