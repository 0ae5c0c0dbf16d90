/** Tests that run together on Windows. */
export interface Suite {
  readonly paths: readonly string[];
  readonly parallel?: boolean;
  /** They want servers that only Linux starts. */
  readonly servers?: boolean;
}

const below = (folder: string, ...names: readonly string[]) =>
  names.map((name) => `tests/integration/${folder}/${name}_test.ts`);

/**
 * What `deno task windows` runs. Suites that are not here want programs that this Windows has not: OpenSSH, git, openssl,
 * Python, a bundler from npm, WebView2.
 */
export const SUITES: readonly Suite[] = [
  { paths: ["tests/windows"] },
  { paths: ["tests/unit"], parallel: true },
  { paths: ["tests/integration/actions/golden_test.ts"], servers: true },
  { paths: ["tests/integration/cli"], servers: true },
  { paths: ["tests/integration/config", "tests/integration/instance"] },
  { paths: below("accounts", "profiles", "cli", "aws_file", "races", "run_account"), servers: true },
  { paths: below("pages", "serve", "socket", "report", "cleaner"), servers: true },
  { paths: below("gate", "door") },
];
