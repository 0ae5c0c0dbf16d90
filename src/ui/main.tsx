import "./styles.css";
import { render } from "preact";
import type { Command } from "../core/app/command.ts";
import { useLocales } from "../core/text/locale.ts";
import type { PageName } from "../pages/registry.ts";
import { connectPage, rememberSize, reportErrors, watchPresses } from "./client/mod.ts";
import { offerGuide } from "./guide_key.ts";
import { behaveNatively } from "./native.ts";
import { VIEWS } from "./pages/registry.ts";
import { PageShell } from "./shell.tsx";
import { watchByItself } from "./system/by_itself.ts";
import { watchEarlyEscape } from "./system/early_escape.ts";
import { watchKeys } from "./system/document_keys.ts";
import { keepFocus } from "./system/keep_focus.ts";
import { watchClicks } from "./system/second_click.ts";
import { watchUnread } from "./system/unread.ts";
import { showCutTexts } from "./system/cut_texts.ts";
import { readOut } from "./system/read_out.ts";
import { spellHidden } from "./text/spell_hidden.ts";

/** Shows the page that the document names in `data-page`. */
async function main(): Promise<void> {
  spellHidden();
  const client = connectPage();
  reportErrors(client);
  keepFocus();
  watchKeys();
  watchEarlyEscape();
  watchByItself();
  watchPresses();
  watchClicks();
  watchUnread();
  showCutTexts();
  const { page, surface, resizable, numbers, times } = document.documentElement.dataset;
  useLocales({ numbers: numbers ?? null, times: times ?? null });
  const send = (command: Command) => void client.send(command);
  offerGuide(page as PageName, send);
  behaveNatively(surface, send);
  if (surface === "window" && resizable !== undefined) rememberSize(client);
  const view = VIEWS[page as PageName];
  const { default: Page, handlesCommandKey } = typeof view === "function" ? await view() : view;
  render(<PageShell client={client} Page={Page} handlesCommandKey={handlesCommandKey} />, document.body);
  readOut();
}

void main();
