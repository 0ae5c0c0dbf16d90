import { join } from "node:path";

/** Runs the system's own `ssh-keygen`; throws when it fails. */
async function keygen(...args: string[]): Promise<void> {
  const { success, stderr } = await new Deno.Command("ssh-keygen", { args, stdin: "null" }).output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
}

/** An OpenSSH key in a folder, which signs documents. */
export interface Signer {
  /** The public key in OpenSSH's format, without a comment. */
  readonly key: string;
  /** Returns a document followed by its signature, as one file. */
  sign(document: string, namespace?: string): Promise<Uint8Array<ArrayBuffer>>;
}

/** Creates a key with `ssh-keygen` in `folder`; `type` may be one that Kedge does not accept. */
export async function signer(folder: string, name = "key", type = "ed25519"): Promise<Signer> {
  const file = join(folder, name);
  await keygen("-q", "-t", type, "-N", "", "-C", "", "-f", file);
  return {
    key: (await Deno.readTextFile(`${file}.pub`)).trim(),
    async sign(document, namespace = "kedge-release") {
      const path = join(folder, `${crypto.randomUUID()}.json`);
      await Deno.writeTextFile(path, document);
      await keygen("-q", "-Y", "sign", "-n", namespace, "-f", file, path);
      return new TextEncoder().encode(document + await Deno.readTextFile(`${path}.sig`));
    },
  };
}

/** Returns a document that announces a version and is valid for an hour, with parts of a test. */
export function releaseDocument(version: string, parts: object = {}): string {
  const document = {
    version,
    expires: new Date(Date.now() + 3_600_000).toISOString(),
    page: "https://kedge.example/releases",
    lines: ["Faster."],
    ...parts,
  };
  return `${JSON.stringify(document)}\n`;
}
