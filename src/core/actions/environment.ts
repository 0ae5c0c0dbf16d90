/** Where the script finds credentials of its account. */
export interface ScriptCredentials {
  readonly region: string;
  /** On 127.0.0.1. */
  readonly address: string;
  readonly token: string;
  /** An empty file that stands for the user's AWS files, which SDKs read before they ask an address. */
  readonly noFile: string;
}

/**
 * The environment of an action: the user's without anything of AWS or Kedge, plus the run's own variables.
 * Variables of Go's own settings stay: an action may call `go`.
 */
export function scriptEnvironment(
  user: Readonly<Record<string, string>>,
  run: { readonly nonce: string; readonly cookie: string },
  credentials: ScriptCredentials | null,
): Record<string, string> {
  const env: Record<string, string> = {};
  for (const [name, value] of Object.entries(user)) {
    if (!/^(AWS|KEDGE)_/i.test(name)) env[name] = value;
  }
  env.KEDGE_RUN_NONCE = run.nonce;
  env.KEDGE_RUN = run.cookie;
  if (credentials) {
    env.AWS_REGION = credentials.region;
    env.AWS_DEFAULT_REGION = credentials.region;
    env.AWS_CONTAINER_CREDENTIALS_FULL_URI = credentials.address;
    env.AWS_CONTAINER_AUTHORIZATION_TOKEN = credentials.token;
    env.AWS_SHARED_CREDENTIALS_FILE = credentials.noFile;
    env.AWS_CONFIG_FILE = credentials.noFile;
  }
  return env;
}
