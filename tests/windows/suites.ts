/** Tests that run together on Windows. */
export interface Suite {
  readonly paths: readonly string[];
  readonly parallel?: boolean;
  /** Whether they need servers that only Linux can start. */
  readonly servers?: boolean;
}

const below = (folder: string, ...names: readonly string[]) =>
  names.map((name) => `tests/integration/${folder}/${name}_test.ts`);

/**
 * Returns a suite for each test file, because Deno sometimes crashes in tests that start many
 * programs, and they are repeated then.
 */
const alone = (folder: string, ...names: readonly string[]): Suite[] =>
  below(folder, ...names).map((path) => ({ paths: [path], servers: true }));

/**
 * The suites of `deno task windows`. The others need programs that this Windows does not have
 * (OpenSSH's ssh, openssl, Python, a bundler from npm, WebView2), or measure things that do not
 * depend on the system.
 */
export const SUITES: readonly Suite[] = [
  { paths: ["tests/windows"] },
  { paths: ["tests/unit"], parallel: true },
  { paths: ["tests/integration/actions/golden_test.ts"], servers: true },
  { paths: ["tests/integration/cli"], servers: true },
  { paths: ["tests/integration/config", "tests/integration/instance"] },
  {
    paths: below("accounts", "profiles", "cli", "aws_file", "races", "run_account", "secrets"),
    servers: true,
  },
  { paths: below("pages", "serve", "socket", "report", "cleaner"), servers: true },
  { paths: below("gate", "mcp", "untold_caller"), servers: true },
  { paths: ["tests/integration/extensions"] },
  { paths: [...below("development", "workbench"), ...below("bundle", "zip_js")] },
  ...alone("catalogue", "attacks", "cli", "folder"),
];
