import type { JSX } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";
import type { FoundRow } from "../../../pages/resources.ts";
import type { ListedSecret, SecretsModel } from "../../../pages/secrets/page.ts";
import { type PageProps, useNow } from "../../page.ts";
import { type ResourceKind, useResources } from "../../parts/resources/use_resources.ts";
import { ResourceWindow } from "../../parts/resources/window.tsx";
import { Icon, layersOver, useCommands, useKeys, withCommand } from "../../system/mod.ts";
import { Marked } from "../../text/marked.tsx";
import { ago } from "../../text/format.ts";
import { type Intent, SecretPane } from "./secret.tsx";

type Found = FoundRow<ListedSecret>;

const SECRETS: ResourceKind<Found> = {
  what: "secrets",
  title: "Secrets",
  one: "secret",
  icon: "key",
  empty: "Secrets Manager and the parameter store have none in this region. Another region may.",
  key: ({ kind, name }) => `${kind} ${name}`,
  askedText: ({ secret }) => secret,
  isAsked: (secret, { secret: id, kind }) => id !== undefined && isMeant({ id, kind }, secret),
};

/** The secrets of an account at the left, the selected one at the right. Values are read only on request. */
export default function SecretsPage({ model, client }: PageProps<SecretsModel>): JSX.Element {
  const { window } = model;
  const page = useResources({ model, client }, SECRETS);
  const { account, picking, standing, moves } = page;
  const [intents, setIntents] = useState<readonly (Intent & { readonly moves: number })[]>([]);
  const intend = (intent: Intent) => setIntents((all) => [...all, { ...intent, moves: moves.current }]);
  const ask = ({ name, kind }: Found, doing: Intent["doing"], at = performance.now()) =>
    intend({ id: name, kind, doing, at });

  // A window that is opened for one secret reads its value, because the user has asked for it.
  useLayoutEffect(() => {
    if (layersOver().length > 0) return;
    const { secret, kind } = window.params;
    // Runs again after a role was chosen for the secret.
    setIntents([]);
    if (secret !== undefined) intend({ id: secret, kind, doing: "read", at: performance.now() });
  }, [window.raised, account.accountId, standing === "choose"]);

  const copy = () => {
    const before = moves.current;
    void picking.taken().then((secret) => secret && moves.current === before && ask(secret, "copy"));
  };
  useCommands([
    {
      label: "Copy whole",
      words: "secret value",
      icon: "copy",
      shortcut: "Mod+Enter",
      disabled: picking.row === undefined,
      onPick: copy,
    },
  ]);
  useKeys((event) => {
    if (event.key !== "Enter" || !withCommand(event)) return false;
    copy();
    return true;
  });

  return (
    <ResourceWindow
      page={page}
      row={(secret) => <Line secret={secret} />}
      onEnter={(secret, pressedAt) => ask(secret, "read", pressedAt)}
      pane={(secret) => (
        <SecretPane
          secret={secret}
          account={account}
          where={page.where}
          listContext={page.shown}
          signedIn={model.signIn.status === "signed-in"}
          client={client}
          // Wait until the role is known, and drop requests for a row that the user has left.
          intents={standing === "unknown"
            ? []
            : intents.filter((one) => one.moves === moves.current && isMeant(one, secret))}
          onIntents={() => setIntents([])}
        />
      )}
    />
  );
}

function isMeant({ id, kind: of }: Pick<Intent, "id" | "kind">, { kind, name, arn }: ListedSecret): boolean {
  return (id === name || id === arn) && kind === (of ?? kind);
}

function Line(
  { secret: { kind, name, label, changedAt, matches } }: { secret: FoundRow<ListedSecret> },
): JSX.Element {
  const now = useNow(changedAt !== undefined, 60_000);
  return (
    <>
      <Icon name={kind === "secret" ? "key" : "gear"} />
      <span class="cut name" title={name}>
        <Marked text={label ?? name} matches={matches} />
      </span>
      <span class="quiet small cut grow">
        {label !== undefined && label !== name ? name : ""}
      </span>
      <span class="quiet small numbers">{changedAt === undefined ? "" : ago(changedAt, now)}</span>
    </>
  );
}
