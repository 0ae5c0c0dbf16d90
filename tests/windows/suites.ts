/** Tests that run together on Windows. */
export interface Suite {
  readonly paths: readonly string[];
  readonly parallel?: boolean;
  /** They want servers that only Linux starts. */
  readonly servers?: boolean;
}

/** What `deno task windows` runs. */
export const SUITES: readonly Suite[] = [
  { paths: ["tests/windows"] },
  { paths: ["tests/unit"], parallel: true },
  { paths: ["tests/integration/actions/golden_test.ts"], servers: true },
];
