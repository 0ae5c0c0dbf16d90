import type { Cloud } from "../../../aws/cloud.ts";
import type { SignInPrompt } from "../../../aws/sign_in/sign_in.ts";
import type { Writing } from "../../../state/store.ts";
import type { CommandResult } from "../../result.ts";
import type { Windows } from "../../windows.ts";
import type { Toasts } from "../toasts/toasts.ts";

/** How the user signs in. */
export type SignInWay = SignInPrompt["kind"];

/** What of the configuration says where to sign in. */
export interface PortalConfig {
  readonly ssoStartUrl?: string;
  readonly ssoRegion?: string;
}

/** What signing in works with outside of the application. */
export interface SignInServices {
  /** The ways to AWS under a configuration; null when there is none: no portal, no profile, no key. */
  readonly cloud: (config: PortalConfig) => Promise<Cloud | null>;
  /** The folder where lists of accounts are kept. */
  readonly cache: string;
  /** How people sign in here, unless they say. */
  readonly usualWay: () => SignInWay;
  readonly openAddress: (address: string) => Promise<CommandResult>;
  readonly onError: (error: unknown) => void;
  readonly now: () => number;
}

/** What the parts of a feature share. */
export interface SignInParts extends SignInServices {
  readonly store: Writing<"signingIn" | "signIn">;
  readonly windows: Windows;
  readonly toasts: Toasts;
}

/** The reason why signing in is impossible, and the next step. */
export const NO_PORTAL: CommandResult = {
  ok: false,
  error: "No sign-in portal is configured.",
  hint: "Set ssoStartUrl and ssoRegion in Settings.",
};
