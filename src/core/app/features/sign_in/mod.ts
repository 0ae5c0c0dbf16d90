import { z } from "zod";
import { command, feature } from "../../feature.ts";
import type { SignIn } from "./sign_in.ts";

/** Signing in at the portal of the configuration, and out. */
export const signIn = feature({
  /**
   * Begins to sign in, in the browser or by a code that is typed anywhere; the machine's usual way when none is named. One
   * that is under way in this way already goes on.
   */
  signIn: command({ way: z.enum(["browser", "device"]).optional() }, () => "kedge:sign-in"),
  /** Opens the page of the portal that waits for the user in the browser once more. */
  openSignInAddress: command({}),
  /** Cancels a running sign-in and everything that waits for one. */
  cancelSignIn: command({}),
  signOut: command({}),
  /** Asks AWS whether there is a portal at an address that was typed. */
  checkPortal: command({
    startUrl: z.string().trim().min(1).max(2048),
    region: z.string().trim().min(1).max(50),
  }),
  /** Asks the portal, the profiles and the standard chain for their accounts anew. */
  refreshAccounts: command({}, () => "kedge:refresh-accounts"),
}, ({ signIn }: { readonly signIn: SignIn }) => ({
  signIn: ({ way }) => signIn.begin(way),
  openSignInAddress: () => signIn.openAgain(),
  cancelSignIn: () => signIn.cancel(),
  signOut: () => signIn.signOut(),
  checkPortal: ({ startUrl, region }) => signIn.check(startUrl, region),
  refreshAccounts: () => signIn.refresh(),
}));
