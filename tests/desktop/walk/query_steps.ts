import { copied, type Desktop, waitFor, type Window } from "../harness/mod.ts";
import { drawn, read } from "./stage.ts";

/** Types a statement in the place of everything in the editor, and runs it. */
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

/** The catalog asks for the login first; what it is answered serves the statements too. */
export async function signIn(desktop: Desktop, window: Window, server: string, login: Login): Promise<void> {
  await drawn(desktop, window);
  await answerLogin(desktop, server, login);
}

/** Types the login into the window that asks for one. */
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

/** How long keys may take to reach the rows, ms: one that comes late must not be taken for the next, for F6 would lead on. */
const LATE = 10_000;

/**
 * Gives the rows the focus, at their first cell. `rows` is what is copied of all of them; `first` is done before
 * each round.
 */
export async function focusRows(
  desktop: Desktop,
  window: Window,
  rows: RegExp,
  first: (round: number) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const { windows } = desktop;
  let round = 0, last = "";
  const copies = async (what: string, isIt: (text: string) => boolean, ...keys: string[]) => {
    for (const key of keys) await windows.key(key, window);
    const look = async () => isIt(last = await copied(desktop));
    return await waitFor(what, look, LATE).catch(() => false);
  };
  await waitFor("the rows to have the focus", async () => {
    await first(round++);
    // Before the rows are drawn F6 leads to the next part of the window, and from there on to them.
    if (await copies("the copy", (text) => rows.test(text), "F6", "ctrl+a", "ctrl+c")) {
      const [cell] = last.split("\t");
      // A key of a round before may have come only now, and led on.
      if (await copies("the first cell", (text) => text === cell, "ctrl+Home", "ctrl+c")) return true;
    }
    throw new Error(`copied was ${JSON.stringify(last.slice(0, 200))}`);
  });
}
