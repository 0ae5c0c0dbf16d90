import type { Cloud } from "../../../aws/cloud.ts";
import type { SignInPrompt } from "../../../aws/sign_in/sign_in.ts";
import type { Writing } from "../../../state/store.ts";
import { type CommandResult, refusal } from "../../../result.ts";
import type { Windows } from "../../windows.ts";
import type { Toasts } from "../toasts/toasts.ts";

/** How the user signs in: in the browser or by a device code. */
export type SignInMethod = SignInPrompt["kind"];

/** Address and region of the portal in the configuration. */
export interface PortalConfig {
  readonly ssoStartUrl?: string;
  readonly ssoRegion?: string;
}

/** Services outside of the application that the sign-in uses. */
export interface SignInServices {
  /** Returns the sources of credentials under a configuration; null when there is no portal, profile or key. */
  readonly cloud: (config: PortalConfig) => Promise<Cloud | null>;
  /** Folder for cached lists of accounts. */
  readonly cache: string;
  /** Returns how users sign in on this machine when they do not choose. */
  readonly usualMethod: () => SignInMethod;
  readonly openAddress: (address: string) => Promise<CommandResult>;
  readonly onError: (error: unknown) => void;
  readonly now: () => number;
}

/** The dependencies of the sign-in's parts. */
export interface SignInParts extends SignInServices {
  readonly store: Writing<"signingIn" | "signIn">;
  readonly windows: Windows;
  readonly toasts: Toasts;
}

/** Why signing in is impossible without a portal, with the next step. */
export const NO_PORTAL = refusal(
  "No sign-in portal is configured.",
  "Set ssoStartUrl and ssoRegion in Settings.",
);
