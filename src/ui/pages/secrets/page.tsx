import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import type { FoundRow } from "../../../pages/resources.ts";
import type { ListedSecret, SecretsModel } from "../../../pages/secrets/page.ts";
import { type PageProps, useNow, useSender } from "../../page.ts";
import { type ResourceKind, useResourceList } from "../../parts/resources/use_list.ts";
import { ResourceWindow } from "../../parts/resources/window.tsx";
import { Icon, useKeys, withCommand } from "../../system/mod.ts";
import { Marked } from "../../text/marked.tsx";
import { ago } from "../../text/format.ts";
import { type Intent, SecretPane } from "./secret.tsx";

const SECRETS: ResourceKind = {
  what: "secrets",
  title: "Secrets",
  one: "secret",
  params: ["secret"],
  icon: "key",
  empty: "Secrets Manager and the parameter store have none in this region. Another region may.",
};

/** The secrets of an account at the left, the chosen one at the right: its values only when they are asked for. */
export default function SecretsPage({ model, client }: PageProps<SecretsModel>): JSX.Element {
  const { window, account } = model;
  const sender = useSender(client);
  const [intent, setIntent] = useState<Intent | null>(null);
  const list = useResourceList<FoundRow<ListedSecret>>(client, model, SECRETS, sender);
  const { chosen, found, where, standing } = list;

  // A window that is opened at a secret shows that one, and reads it: the user has asked for it.
  useLayoutEffect(() => {
    const { secret } = window.params;
    // Also once a role was chosen for it.
    setIntent(secret === undefined ? null : { id: secret, doing: "read" });
  }, [window.raised, account.accountId, standing === "choose"]);

  // What was asked for is the chosen one, also where something else fits its name better.
  useEffect(() => {
    const meant = intent ? found.rows.findIndex((row) => isMeant(intent, row)) : -1;
    if (meant >= 0) list.setAt(found.from + meant);
  }, [intent, found.rows]);

  useKeys((event) => {
    if (event.key !== "Enter" || !withCommand(event) || !chosen) return false;
    setIntent({ id: chosen.name, doing: "copy" });
    return true;
  });

  return (
    <ResourceWindow
      kind={SECRETS}
      account={account}
      list={list}
      client={client}
      sender={sender}
      row={(secret) => <Line secret={secret} />}
      onEnter={() => chosen && setIntent({ id: chosen.name, doing: "read" })}
    >
      {chosen && (
        <SecretPane
          key={JSON.stringify([account.accountId, list.looking, chosen.kind, chosen.name])}
          secret={chosen}
          account={account}
          where={where}
          looking={list.looking}
          client={client}
          // Nothing is read before it is known as whom.
          intent={standing !== "unknown" && intent && isMeant(intent, chosen) ? intent.doing : null}
          onIntent={() => setIntent(null)}
        />
      )}
    </ResourceWindow>
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
