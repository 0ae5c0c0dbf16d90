/** Tests that run together on Windows. */
export interface Suite {
  readonly paths: readonly string[];
  readonly parallel?: boolean;
  /** They want servers that only Linux starts. */
  readonly servers?: boolean;
}

const below = (folder: string, ...names: readonly string[]) =>
  names.map((name) => `tests/integration/${folder}/${name}_test.ts`);

/** Each of them alone: those that start many programs themselves are what Deno ends in at times, and begin anew. */
const alone = (folder: string, ...names: readonly string[]): Suite[] =>
  below(folder, ...names).map((path) => ({ paths: [path], servers: true }));

/**
 * What `deno task windows` runs. Suites that are not here want programs that this Windows has not (OpenSSH's ssh, openssl, Python,
 * a bundler from npm, WebView2), or measure what does not depend on the system.
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
