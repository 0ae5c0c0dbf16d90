import { PRIVATE_VARIABLES } from "../../platform/private_environment.ts";

/** The variable that marks every process of a run. */
export const COOKIE = "KEDGE_RUN";

/** Where the script finds credentials of its account. */
interface ScriptCredentials {
  readonly region: string;
  /** On 127.0.0.1. */
  readonly address: string;
  readonly token: string;
}

/** What marks a run. */
interface RunMarks {
  /** Of its frames. */
  readonly nonce: string;
  /** Of its processes. */
  readonly cookie: string;
  /** A path at which there is no file: it stands for the user's AWS files, which SDKs read before anything else. */
  readonly noFile: string;
}

/**
 * The environment of an action: the user's without anything of AWS or Kedge, plus the run's own variables.
 * Variables of Go's own settings stay: an action may call `go`. Without credentials of an account there are none to be
 * found: neither in the user's files nor at the service that gives a machine its role.
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
