import * as z from "zod";
import { command, feature } from "../../feature.ts";
import type { SignIn } from "./sign_in.ts";

/** The commands for signing in at the configured portal and signing out. */
export const signIn = feature({
  /**
   * Begins a sign-in in the browser or by a device code; without `method` by the machine's usual one. A running
   * sign-in of the same method continues.
   */
  signIn: command({ method: z.enum(["browser", "device"]).optional() }, () => "kedge:sign-in"),
  /** Opens the portal's page of the running sign-in again. */
  openSignInAddress: command({}),
  /** Cancels the running sign-in and everything that waits for one. */
  cancelSignIn: command({}),
  signOut: command({}),
  /** Checks whether there is a portal at a typed address. */
  checkPortal: command({
    startUrl: z.string().trim().min(1).max(2048),
    region: z.string().trim().min(1).max(50),
  }),
  /** Requests the accounts of the portal, the profiles and the standard chain again. */
  refreshAccounts: command({}, () => "kedge:refresh-accounts"),
}, ({ signIn }: { readonly signIn: SignIn }) => ({
  signIn: ({ method }) => signIn.begin(method),
  openSignInAddress: () => signIn.openAgain(),
  cancelSignIn: () => signIn.cancel(),
  signOut: () => signIn.signOut(),
  checkPortal: ({ startUrl, region }) => signIn.check(startUrl, region),
  refreshAccounts: () => signIn.refresh(),
}));
