import type { SigningIn, SignInState } from "../../../src/core/state/state.ts";
import type { Scene } from "./scenes.ts";
import { fullState } from "./state.ts";

const askers = [
  { id: "a", what: "Rotate access keys of Key rotation", why: "It runs in shop-production." },
  { id: "b", what: "Replay failed orders of Order tools", why: "It runs in shop-staging." },
];

function scene(name: string, signingIn: Partial<SigningIn>, signIn: Partial<SignInState> = {}): Scene {
  return {
    name: `sign-in-${name}`,
    page: "sign_in",
    state: fullState({
      signIn: { status: "signed-out", detail: "d-1234567890.awsapps.com", ...signIn },
      signingIn: { step: "idle", askers: [], ...signingIn },
    }),
    width: 420,
    height: 260,
  };
}

/** Scenes of the sign-in page. */
export const signInScenes: readonly Scene[] = [
  scene("asked", { askers }),
  scene("failed", {
    failure: { error: "The sign-in was not allowed.", hint: "Sign in again, and allow Kedge." },
  }),
  scene("offline", {}, {
    trouble: {
      kind: "offline",
      message: "Listing the accounts: portal.sso.eu-west-1.amazonaws.com cannot be reached.",
      hint: "Check the network.",
    },
  }),
  scene("browser", { step: "browser", askers: askers.slice(0, 1), until: Date.now() + 580_000 }),
  scene("device", {
    step: "device",
    code: "WDJB-MJHT",
    address: "https://device.sso.eu-west-1.amazonaws.com/",
    until: Date.now() + 580_000,
  }),
];
