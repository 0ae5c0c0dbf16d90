import { definePage, type ModelOf } from "../page.ts";

/** The page of a sign-in at the portal: who asks for it, what to do in the browser, the code. It closes by itself. */
export const signInPage = definePage({
  title: "Sign in",
  width: 420,
  height: 260,
  single: true,
  resizable: false,
  model: () => ({ signIn, signingIn }) => ({ signIn, signingIn }),
  commands: {
    signIn: true,
    openSignInAddress: true,
    openWindow: (command) => command.page === "settings",
  },
});

/** The model of the page. */
export type SignInModel = ModelOf<typeof signInPage>;
