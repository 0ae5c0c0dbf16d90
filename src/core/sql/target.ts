import { createPrivateKey, X509Certificate } from "node:crypto";
import { readRegularFile } from "../files/read.ts";
import { wayOf } from "../ways/mod.ts";
import { awsAuthorities } from "./authorities.ts";
import { homeFolder } from "../platform/home.ts";
import { hostSystem } from "../platform/host.ts";
import { Secret } from "../secret.ts";
import type { Target } from "./driver/connection.ts";
import { DriverError } from "./driver/mod.ts";
import type { ReachedServer } from "./found.ts";

/** Maximum bytes of a file with certificates or keys. */
const MAX_SIZE = 4 << 20;

/**
 * Returns a server as a driver connects to it. Reads the files that the server's entry names, and throws a
 * DriverError when one cannot be used.
 */
export async function targetOf(server: ReachedServer): Promise<Target> {
  const { trust, tlsVerify, caFile, certFile, keyFile, serverPublicKeyFile, via, ...reached } = server;
  const authorities = trust
    ? await awsAuthorities()
    : caFile !== undefined
    ? [await pem(caFile, "CERTIFICATE")]
    : tlsVerify
    ? await systemAuthorities()
    : undefined;
  return {
    ...reached,
    ...(authorities ? { authorities } : {}),
    ...(certFile === undefined ? {} : { identity: await identityOf(certFile, keyFile ?? certFile) }),
    ...(serverPublicKeyFile === undefined
      ? {}
      : { serverPublicKey: await pem(serverPublicKeyFile, "PUBLIC KEY") }),
    ...(via === undefined ? {} : { way: wayOf(via) }),
  };
}

/** Returns the authorities that this computer trusts, or those of the web when the system lists none. */
async function systemAuthorities(): Promise<readonly string[]> {
  const { getCACertificates, rootCertificates } = await import("node:tls");
  const system = getCACertificates("system");
  return system.length > 0 ? system : rootCertificates;
}

/**
 * Returns the PEM blocks of one kind in a file. Drops the text around them, because a bundle has names and
 * other blocks there, and MySQL's own key ends with a zero byte. `~/` in the path is the user's home. Throws
 * a DriverError when the file has no such block.
 */
async function pem(path: string, kind: string): Promise<string> {
  const file = await readRegularFile(expandedPath(path), MAX_SIZE);
  if (!file.ok) throw new DriverError("FILE", file.message);
  const parts = new TextDecoder().decode(file.bytes).match(
    new RegExp(`-----BEGIN ([A-Z0-9 ]*${kind})-----[^-]*(-[^-]+)*-----END \\1-----`, "g"),
  );
  if (!parts) throw new DriverError("FILE", `there is no ${kind.toLowerCase()} in ${path}`);
  return parts.join("\n");
}

/**
 * Returns a certificate with its key after checking that they belong together, because TLS would report only
 * that it failed.
 */
async function identityOf(certFile: string, keyFile: string): Promise<Target["identity"]> {
  const [certificate, key] = [await pem(certFile, "CERTIFICATE"), await privateKey(keyFile)];
  let fits: boolean;
  try {
    fits = new X509Certificate(certificate).checkPrivateKey(createPrivateKey(key));
  } catch {
    throw new DriverError(
      "FILE",
      `${certFile} and ${keyFile} hold no certificate and key that Kedge can read`,
    );
  }
  if (!fits) throw new DriverError("FILE", `the certificate in ${certFile} is not for the key in ${keyFile}`);
  return { certificate, key: new Secret(key) };
}

/**
 * Returns the private key in a file. Throws a DriverError when a passphrase protects the key or, as other
 * clients do, when other users may read the file.
 */
async function privateKey(path: string): Promise<string> {
  const text = await pem(path, "PRIVATE KEY");
  if (/-----BEGIN ENCRYPTED PRIVATE KEY-----|Proc-Type: 4,ENCRYPTED/.test(text)) {
    throw new DriverError(
      "FILE",
      `the key in ${path} is locked with a passphrase, which Kedge does not ask for`,
    );
  }
  const { mode } = await Deno.stat(expandedPath(path));
  if (hostSystem().name !== "windows" && ((mode ?? 0) & 0o077) !== 0) {
    throw new DriverError("FILE", `others may read the key ${path}: chmod 600 takes that away`);
  }
  return text;
}

const expandedPath = (path: string) => /^~[\/\\]/.test(path) ? homeFolder() + path.slice(1) : path;
