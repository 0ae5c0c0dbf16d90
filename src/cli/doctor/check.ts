/** What the doctor looks at, in this order. */
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
 * One part of the surroundings. `off`: not there and not needed, because the user chose so or has not
 * set it up. `hint` is the next step.
 */
export interface Check {
  readonly name: CheckName;
  readonly status: "found" | "missing" | "off";
  readonly detail: string;
  readonly hint?: string;
}
