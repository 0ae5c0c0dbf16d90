import { copied, type Desktop, waitFor, type Window } from "../harness/mod.ts";
import { drawn, read } from "./stage.ts";

/** Replaces the text in the editor with a statement, and runs it. */
export async function runs({ windows }: Desktop, window: Window, sql: string): Promise<void> {
  await windows.key("ctrl+a", window);
  await windows.type(sql, window);
  await windows.key("Escape", window);
  await windows.key("ctrl+Return", window);
}

/** User and password of a server. */
interface Login {
  readonly user: string;
  readonly password: string;
}

/** Signs in when the catalog asks for it; the same login serves the statements. */
export async function signIn(desktop: Desktop, window: Window, server: string, login: Login): Promise<void> {
  await drawn(desktop, window);
  await answerLogin(desktop, server, login);
}

/** Types the login into the window that asks for it. */
export async function answerLogin(
  desktop: Desktop,
  server: string,
  { user, password }: Login,
): Promise<void> {
  const { windows } = desktop;
  const question = await drawn(desktop, `Sign in to ${server}`, 60_000);
  await read(desktop, question);
  await windows.type(user, question);
  await windows.key("Tab", question);
  await windows.type(password, question);
  await windows.key("Return", question);
  await windows.gone(`Sign in to ${server}`);
}

/** Focuses the first cell of the rows. `rows` matches the copied text of all rows. */
export async function focusRows(desktop: Desktop, window: Window, rows: RegExp): Promise<void> {
  const { windows } = desktop;
  const copies = (what: string, isIt: (text: string) => boolean, ...keys: string[]) =>
    waitFor(what, async () => {
      for (const key of [...keys, "ctrl+c"]) await windows.key(key, window);
      const now = await copied(desktop);
      if (isIt(now)) return now;
      throw new Error(`copied was ${JSON.stringify(now.slice(0, 200))}`);
    });
  // Rows that arrive later would take the focus from the results, so repeat F6.
  await windows.key("F6", window);
  const [cell] = (await copies("all rows to be copied", (text) => rows.test(text), "ctrl+a")).split("\t");
  await copies("the first cell to be copied", (text) => text === cell, "ctrl+Home");
}
