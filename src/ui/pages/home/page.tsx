import type { JSX } from "preact";
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Command } from "../../../core/app/command.ts";
import type { HomeModel } from "../../../pages/model.ts";
import { type Failure, type PageProps } from "../../page.ts";
import { Install, useDrop } from "../../parts/install.tsx";
import {
  Button,
  EmptyState,
  Icon,
  isTyping,
  MenuButton,
  Notice,
  plain,
  SearchField,
  Toasts,
  useKeys,
  withCommand,
} from "../../system/mod.ts";
import { Accounts } from "./accounts.tsx";
import { Actions } from "./actions.tsx";
import { filterHome } from "./filter.ts";
import { overlaid, Overlays } from "./overlays.tsx";
import { Problems } from "./problems.tsx";
import { Runs } from "./runs.tsx";
import { Servers } from "./servers.tsx";

/** Everything the menu has, in one window: the start of the browser mode. */
export default function HomePage({ model, client }: PageProps<HomeModel>): JSX.Element {
  const [typed, setTyped] = useState("");
  const [failure, setFailure] = useState<Failure | null>(null);
  const [installing, setInstalling] = useState(false);
  const search = useRef<HTMLInputElement>(null);
  const shown = useMemo(() => filterHome(model, typed), [model, typed]);
  const dropping = useDrop(client, (error, hint) => setFailure({ ok: false, error, ...(hint && { hint }) }));
  const send = (command: Command) =>
    void client.send(command).then((result) => setFailure(result.ok ? null : result));
  useLayoutEffect(() => search.current?.focus(), []);
  useKeys((event) => {
    const find = (withCommand(event) && event.key === "f") ||
      (event.key === "/" && plain(event) && !isTyping(event.target));
    if (find) search.current?.select();
    else if (withCommand(event) && event.key === "k") send({ name: "openWindow", page: "palette" });
    else if (event.key === "Escape" && failure) setFailure(null);
    else return false;
    return true;
  });
  const windows = overlaid(model.windows);
  const covered = windows.length > 0;
  const nothing = shown.extensions.length + shown.accounts.length + shown.servers.length === 0;
  return (
    <div class="window">
      <header class="bar top home-head" inert={covered}>
        <span class="home-name row">
          <Icon name="anchor" />
          <h1>Kedge</h1>
          <span class="quiet small">{model.app.version}{model.app.development ? " dev" : ""}</span>
        </span>
        <span class="home-search">
          <SearchField
            label="Filter"
            placeholder="Filter actions, accounts, servers"
            value={typed}
            onInput={setTyped}
            inputRef={search}
          />
        </span>
        <SignIn model={model} />
        <Button kind="bare" icon="plus" expanded={installing} onClick={() => setInstalling(!installing)}>
          Install extension
        </Button>
        <MenuButton
          kind="bare"
          icon="more"
          label="More"
          items={[
            {
              label: "Palette",
              icon: "search",
              shortcut: "Mod+K",
              onPick: () => send({ name: "openWindow", page: "palette" }),
            },
            {
              label: "Extensions",
              icon: "extension",
              onPick: () => send({ name: "openWindow", page: "extensions" }),
            },
            { label: "Settings", icon: "gear", onPick: () => send({ name: "openWindow", page: "settings" }) },
            { label: "Open config.json", icon: "file", onPick: () => send({ name: "openConfig" }) },
            { label: "Quit Kedge", apart: true, onPick: () => send({ name: "quit" }) },
          ]}
        />
      </header>
      <main class="scroll grow" inert={covered}>
        <div class="home">
          {failure && (
            <Notice tone="danger" message={failure.error} hint={failure.hint}>
              <Button kind="bare" compact icon="cross" label="Dismiss" onClick={() => setFailure(null)} />
            </Notice>
          )}
          {installing && <Install client={client} autoFocus onBegun={() => setInstalling(false)} />}
          <Problems model={model} send={send} />
          {nothing && typed !== ""
            ? (
              <EmptyState icon="search" title={`Nothing fits “${typed}”`}>
                <Button onClick={() => setTyped("")}>Clear the filter</Button>
              </EmptyState>
            )
            : (
              <div class="home-columns">
                <div class="column">
                  <Actions
                    model={shown}
                    filtered={typed !== ""}
                    send={send}
                    onInstall={() => setInstalling(true)}
                  />
                  <Runs runs={shown.runs} send={send} />
                </div>
                <div class="column">
                  <Accounts accounts={shown.accounts} filtered={typed !== ""} send={send} />
                  <Servers servers={shown.servers} filtered={typed !== ""} send={send} />
                </div>
              </div>
            )}
        </div>
      </main>
      {dropping && <div class="drop">Drop the bundle to review it</div>}
      <Overlays windows={windows} client={client} />
      <Toasts toasts={model.toasts} onDismiss={(toast) => send({ name: "dismissToast", toast })} />
    </div>
  );
}

const signedIn = {
  "unconfigured": "",
  "signed-out": "Signed out",
  "signed-in": "Signed in",
  "environment": "Credentials from",
} as const;

function SignIn({ model: { signIn } }: { model: HomeModel }): JSX.Element | null {
  if (signIn.status === "unconfigured") return null;
  return (
    <span class="row small quiet home-sign" title={signIn.detail}>
      <Icon name={signIn.status === "signed-out" ? "lock" : "key"} />
      <span class="cut">{signedIn[signIn.status]} {signIn.detail}</span>
    </span>
  );
}
