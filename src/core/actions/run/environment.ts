import { PRIVATE_VARIABLES } from "../../platform/private_environment.ts";

/** Name of the variable that marks every process of a run. */
export const COOKIE = "KEDGE_RUN";

/** The address at which the action gets credentials of its account. */
interface ScriptCredentials {
  readonly region: string;
  /** An address on 127.0.0.1. */
  readonly address: string;
  readonly token: string;
}

/** The marks of a run. */
interface RunMarks {
  /** Marks the run's frames. */
  readonly nonce: string;
  /** Marks the run's processes. */
  readonly cookie: string;
  /** A path without a file. It replaces the user's AWS files, which SDKs read before anything else. */
  readonly noFile: string;
}

/**
 * Returns the environment of an action: the user's variables except those of AWS and Kedge, plus the run's
 * own. Variables of Go remain because an action may call `go`. Without an account the action finds no
 * credentials: neither in the user's files nor at the service that gives a machine its role.
 */
export function scriptEnvironment(
  user: Readonly<Record<string, string>>,
  run: RunMarks,
  credentials: ScriptCredentials | null,
): Record<string, string> {
  const env: Record<string, string> = {};
  for (const [name, value] of Object.entries(user)) {
    if (!PRIVATE_VARIABLES.test(name)) env[name] = value;
  }
  env.KEDGE_RUN_NONCE = run.nonce;
  env[COOKIE] = run.cookie;
  env.AWS_SHARED_CREDENTIALS_FILE = run.noFile;
  env.AWS_CONFIG_FILE = run.noFile;
  env.AWS_EC2_METADATA_DISABLED = "true";
  if (credentials) {
    env.AWS_REGION = credentials.region;
    env.AWS_DEFAULT_REGION = credentials.region;
    env.AWS_CONTAINER_CREDENTIALS_FULL_URI = credentials.address;
    env.AWS_CONTAINER_AUTHORIZATION_TOKEN = credentials.token;
  }
  return env;
}
