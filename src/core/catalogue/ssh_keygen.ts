import { join } from "node:path";
import { makeTemporary, removeTemporary } from "../files/temporary.ts";
import { findProgram } from "../platform/mod.ts";
import { run } from "../platform/run.ts";
import type { Verify } from "./accept.ts";
import { CatalogueError } from "./error.ts";

/** The signer's name during a check; it is arbitrary because the key is already known. */
const WHO = "kedge";

/**
 * Returns the path of the program that signs and verifies. Throws a {@link CatalogueError} when it is
 * missing.
 */
export async function sshKeygen(): Promise<string> {
  const program = await findProgram("ssh-keygen");
  if (program !== null) return program;
  throw new CatalogueError(
    "no-program",
    "ssh-keygen was not found, which checks signatures",
    "Install OpenSSH 8.9 or later.",
  );
}

/** Verifies with `ssh-keygen -Y verify` and only the key that the signature names. */
export const verifySignature: Verify = async (text, signature, { key }) => {
  const program = await sshKeygen();
  const folder = await makeTemporary("bundle");
  try {
    const signers = join(folder, "allowed_signers"), file = join(folder, "signature");
    await Deno.writeTextFile(signers, `${WHO} ${key}\n`, { mode: 0o600 });
    await Deno.writeTextFile(file, signature.text, { mode: 0o600 });
    const ended = await run(
      program,
      ["-Y", "verify", "-f", signers, "-I", WHO, "-n", signature.namespace, "-s", file],
      { input: text, limit: 20_000 },
    );
    if (!ended.ended) throw new CatalogueError("no-program", ended.error, "Try again.");
    return ended.code === 0;
  } finally {
    await removeTemporary(folder);
  }
};
