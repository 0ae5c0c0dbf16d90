/** Something that is missing or broken on this computer. */
export interface Problem {
  /** Stable, kebab-case: `no-tray-host`, `no-keychain`, `no-go`, … */
  readonly code: string;
  readonly message: string;
  readonly hint: string;
}
