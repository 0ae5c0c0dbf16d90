import { type Desktop, waitFor, type Window } from "../harness/mod.ts";
import { isDrawn, read } from "./stage.ts";

/** Types a statement in the place of everything in the editor, and runs it. */
export async function runs({ windows }: Desktop, window: Window, sql: string): Promise<void> {
  await windows.key("ctrl+a", window);
  await windows.type(sql, window);
  await windows.key("Escape", window);
  await windows.key("ctrl+Return", window);
}

/** The catalog asks for the login first; what it is answered serves the statements too. */
export async function signIn(
  desktop: Desktop,
  window: Window,
  server: string,
  { user, password }: { readonly user: string; readonly password: string },
): Promise<void> {
  const { windows } = desktop;
  await waitFor("the window to be drawn", () => isDrawn(desktop, window));
  const question = await windows.find(`Sign in to ${server}`);
  await waitFor("the login to be drawn", () => isDrawn(desktop, question));
  await read(desktop, question);
  await windows.type(user, question);
  await windows.key("Tab", question);
  await windows.type(password, question);
  await windows.key("Return", question);
  await windows.gone(`Sign in to ${server}`);
}
