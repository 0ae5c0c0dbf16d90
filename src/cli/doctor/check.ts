/** Names of the doctor's checks, in the order of its report. */
export type CheckName =
  | "configuration"
  | "keychain"
  | "go"
  | "sandbox"
  | "webview"
  | "tray"
  | "shortcut"
  | "sign-in"
  | "token"
  | "portal"
  | "clock";

/**
 * Result of one check. `off`: not present and not needed, because the user chose so or has not set it up.
 * `hint` is the next step.
 */
export interface Check {
  readonly name: CheckName;
  readonly status: "found" | "missing" | "off";
  readonly detail: string;
  readonly hint?: string;
}
