import { readRegularFile } from "../../files/read.ts";
import { below } from "../../platform/path.ts";
import { knownHome } from "../../platform/home.ts";
import { CloudError } from "../errors.ts";
import type { ReadVariable } from "../wire/endpoint.ts";

/** The files that the AWS CLI and the SDKs share. Paths are absolute or as the user wrote them. */
export interface AwsFiles {
  readonly config: string;
  readonly credentials: string;
  /** Folder of sign-in tokens and registered clients. */
  readonly tokens: string;
  /** Folder of role credentials that the AWS CLI caches. */
  readonly cliCache: string;
}

const CONFIG = "AWS_CONFIG_FILE", CREDENTIALS = "AWS_SHARED_CREDENTIALS_FILE";

/** Path without a file. It hides the user's files from the commands of `--exec`. */
const NO_FILE = "/nonexistent/kedge";

/** Name of the variable that tells a Kedge behind a hidden file what the user has set. */
const hidden = (variable: string) => `KEDGE_${variable}`;

/**
 * Returns the variables that hide the user's files from AWS's tools, which would prefer a default profile to
 * the credentials of a command. A Kedge that the command calls still finds the files and the sign-in there.
 */
export function hidingVariables(): Record<string, string> {
  const variables: Record<string, string> = {};
  for (const name of [CONFIG, CREDENTIALS]) {
    variables[name] = NO_FILE;
    variables[hidden(name)] = given(name) ?? "";
  }
  return variables;
}

/** Whether the user's files are hidden from AWS's tools, so that their default profile does not count. */
export const filesAreHidden = (env: ReadVariable): boolean => env(CONFIG) === NO_FILE;

/** Returns a whole environment for a program that a profile names, which needs the user's files as Kedge does. */
export function withUserFiles(env: Readonly<Record<string, string>>): Record<string, string> {
  const shown = { ...env };
  for (const name of [CONFIG, CREDENTIALS]) {
    if (env[name] !== NO_FILE) continue;
    const file = env[hidden(name)];
    if (file) shown[name] = file;
    else delete shown[name];
  }
  return shown;
}

/** Returns the files of this user. Throws a CloudError when there is no home folder. */
export function awsFiles(): AwsFiles {
  const home = knownHome();
  if (!home) throw new CloudError("The user has no home folder.", "Set HOME.");
  const folder = below(home, ".aws");
  return {
    config: named(CONFIG, home) ?? below(folder, "config"),
    credentials: named(CREDENTIALS, home) ?? below(folder, "credentials"),
    tokens: below(folder, "sso", "cache"),
    cliCache: below(folder, "cli", "cache"),
  };
}

function named(variable: string, home: string): string | undefined {
  return given(variable)?.replace(/^~(?=\/|\\|$)/, home);
}

/** Returns what the user has set, also where the file is hidden. */
function given(variable: string): string | undefined {
  const file = Deno.env.get(variable);
  return (file === NO_FILE ? Deno.env.get(hidden(variable)) : file) || undefined;
}

/** Maximum bytes of a file, enough for thousands of profiles. */
export const MAX_SIZE = 2 << 20;

/** Reads a text file; null when it is missing or not a regular file. Throws a CloudError when it may not be read. */
export async function readText(path: string): Promise<string | null> {
  const read = await readRegularFile(path, MAX_SIZE);
  if (read.ok) return new TextDecoder().decode(read.bytes);
  if (read.why === "in-use") throw new CloudError(`${read.message}.`, read.hint);
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
