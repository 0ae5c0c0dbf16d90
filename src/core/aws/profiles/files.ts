import { readRegularFile } from "../../files/read.ts";
import { below } from "../../platform/path.ts";
import { knownHome } from "../../platform/home.ts";
import { CloudError } from "../errors.ts";

/** The files that the AWS CLI and the SDKs share. Paths are absolute or as the user wrote them. */
export interface AwsFiles {
  readonly config: string;
  readonly credentials: string;
  /** Folder of sign-in tokens and registered clients. */
  readonly tokens: string;
  /** Folder of role credentials that the AWS CLI caches. */
  readonly cliCache: string;
}

/** Returns the files of this user. Throws a CloudError when there is no home folder. */
export function awsFiles(): AwsFiles {
  const home = knownHome();
  if (!home) throw new CloudError("The user has no home folder.", "Set HOME.");
  const folder = below(home, ".aws");
  return {
    config: named("AWS_CONFIG_FILE", home) ?? below(folder, "config"),
    credentials: named("AWS_SHARED_CREDENTIALS_FILE", home) ?? below(folder, "credentials"),
    tokens: below(folder, "sso", "cache"),
    cliCache: below(folder, "cli", "cache"),
  };
}

function named(variable: string, home: string): string | undefined {
  return Deno.env.get(variable)?.replace(/^~(?=\/|\\|$)/, home) || undefined;
}

/** Maximum bytes of a file, enough for thousands of profiles. */
export const LARGEST = 2 << 20;

/** Reads a text file; null when it is missing or not a regular file. Throws a CloudError when it may not be read. */
export async function readText(path: string): Promise<string | null> {
  const read = await readRegularFile(path, LARGEST);
  if (read.ok) return new TextDecoder().decode(read.bytes);
  if (read.why === "held") throw new CloudError(`${read.message}.`, read.hint);
  if (read.why !== "no-permission" && read.why !== "unreadable") return null;
  throw new CloudError(
    `${path} cannot be read.`,
    "Check that it is yours and that you may read it.",
    new Error(read.message),
  );
}

/** Returns a text that changes when a file of the user's AWS configuration changes. */
export async function stampOf({ config, credentials }: AwsFiles): Promise<string> {
  const stamps = [config, credentials].map((path) =>
    Deno.stat(path).then(({ size, mtime }) => `${size} ${mtime?.getTime()}`, () => "none")
  );
  return (await Promise.all(stamps)).join(", ");
}
