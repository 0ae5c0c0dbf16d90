import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { FoundRow } from "../../../pages/resources.ts";
import type { ListedSecret, secretList, SecretsModel, secretStatus } from "../../../pages/secrets/page.ts";
import { useRows } from "../../client/mod.ts";
import { type PageProps, useNow, useSender } from "../../page.ts";
import { type Looking, PlaceBar } from "../../parts/resources/place_bar.tsx";
import { ResourceList } from "../../parts/resources/resource_list.tsx";
import { mendedBySignIn } from "../../parts/resources/trouble.tsx";
import { FIRST_VIEW, Icon, useKeys, withCommand } from "../../system/mod.ts";
import { Marked } from "../../text/marked.tsx";
import { ago } from "../../text/format.ts";
import { type Intent, SecretPane } from "./secret.tsx";

/** The secrets of an account at the left, the chosen one at the right: its values only when they are asked for. */
export default function SecretsPage({ model, client }: PageProps<SecretsModel>): JSX.Element {
  const { window, account, signIn } = model;
  const { accountId } = account;
  const sender = useSender(client);
  const [looking, setLooking] = useState<Looking>({});
  const [typed, setTyped] = useState("");
  const [at, setAt] = useState(0);
  const [view, setView] = useState(FIRST_VIEW);
  const [intent, setIntent] = useState<Intent | null>(null);
  const search = useRef<HTMLInputElement>(null);
  const found = useRows<typeof secretList>(client, "list", { ...looking, search: typed }, view);
  const status = useRows<typeof secretStatus>(client, "status", looking, { count: 1 }).rows[0];
  const here = found.rows[at - found.from];
  const [kept, keep] = useState<FoundRow<ListedSecret> | undefined>(undefined);
  useEffect(() => {
    if (here) keep(here);
    else if (found.state === "empty") keep(undefined);
  }, [here, found.state]);
  const chosen = here ?? kept;
  const where = { account: accountId, ...looking, ...(status?.role ? { role: status.role } : {}) };

  const refresh = () =>
    void sender.send({ name: "refreshResources", list: "secrets", account: accountId, ...looking });
  function type(text: string): void {
    setTyped(text);
    setAt(0);
    setView(FIRST_VIEW);
  }

  // A window that is opened at a secret shows that one, and reads it: the user has asked for it.
  useLayoutEffect(() => {
    const { secret } = window.params;
    setLooking({});
    type(secret ?? "");
    setIntent(secret === undefined ? null : { id: secret, doing: "read" });
    search.current?.focus();
    search.current?.select();
  }, [window.raised, accountId]);

  // What was asked for is the chosen one, also where something else fits its name better.
  useEffect(() => {
    const meant = intent ? found.rows.findIndex((row) => isMeant(intent, row)) : -1;
    if (meant >= 0) setAt(found.from + meant);
  }, [intent, found.rows]);

  // Whoever has signed in meant this list.
  useEffect(() => {
    if (signIn.status === "signed-in" && status?.faults.some(mendedBySignIn)) refresh();
  }, [signIn.status]);

  useKeys((event) => {
    const pane = event.target instanceof Element && event.target.closest(".resource-main") !== null;
    if (event.key === "Escape" && pane) search.current?.focus();
    else if (event.key === "Escape") void client.send({ name: "closeWindow", window: window.id });
    else if (event.key === "F5") refresh();
    else if (event.key.toLowerCase() === "f" && withCommand(event)) search.current?.select();
    else if (event.key === "Enter" && withCommand(event) && chosen) {
      setIntent({ id: chosen.name, doing: "copy" });
    } else return false;
    return true;
  });

  return (
    <div class="window">
      <PlaceBar
        what="Secrets"
        account={account}
        looking={looking}
        status={status}
        client={client}
        onLook={(next) => {
          setLooking(next);
          type(typed);
        }}
        onRefresh={refresh}
      />
      <div class="resources">
        <ResourceList
          what="secrets"
          one="secret"
          typed={typed}
          at={at}
          found={found}
          status={status}
          searchRef={search}
          empty="Secrets Manager and the parameter store have none in this region. Another region may."
          row={(secret) => <Line secret={secret} />}
          onType={type}
          onAt={setAt}
          onEnter={() => chosen && setIntent({ id: chosen.name, doing: "read" })}
          onView={setView}
          onSignIn={() => void sender.send({ name: "signIn" })}
          onRetry={refresh}
        />
        <div class="resource-main">
          {chosen && (
            <SecretPane
              key={JSON.stringify([where, chosen.kind, chosen.name])}
              secret={chosen}
              account={account}
              where={where}
              client={client}
              intent={intent && isMeant(intent, chosen) ? intent.doing : null}
              onIntent={() => setIntent(null)}
            />
          )}
        </div>
      </div>
    </div>
  );
}

function isMeant({ id }: Intent, { name, arn }: ListedSecret): boolean {
  return id === name || id === arn;
}

function Line(
  { secret: { kind, name, label, changedAt, places } }: { secret: FoundRow<ListedSecret> },
): JSX.Element {
  const now = useNow(changedAt !== undefined, 60_000);
  return (
    <>
      <Icon name={kind === "secret" ? "key" : "gear"} />
      <span class="cut name" title={name}>
        <Marked text={label ?? name} places={places} />
      </span>
      <span class="quiet small cut grow">
        {label !== undefined && label !== name ? name : ""}
      </span>
      <span class="quiet small numbers">{changedAt === undefined ? "" : ago(changedAt, now)}</span>
    </>
  );
}
