import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { own } from "../../../core/own.ts";
import { databaseKey } from "../../../core/state/database_logins.ts";
import type { DatabaseRow, DatabasesModel } from "../../../pages/databases/page.ts";
import type { FoundRow } from "../../../pages/resources.ts";
import { type PageProps, useSender } from "../../page.ts";
import { type ResourceKind, useResourceList } from "../../parts/resources/use_list.ts";
import { ResourceWindow } from "../../parts/resources/window.tsx";
import { Icon, Pill } from "../../system/mod.ts";
import { Marked } from "../../text/marked.tsx";
import { DatabasePane } from "./database.tsx";

const DATABASES: ResourceKind = {
  what: "databases",
  title: "Databases",
  one: "database",
  params: ["database"],
  icon: "server",
  empty: "RDS, Aurora and Redshift have none in this region. Another region may.",
};

/** The managed databases of an account at the left, the chosen one at the right with the ways to open it. */
export default function DatabasesPage({ model, client }: PageProps<DatabasesModel>): JSX.Element {
  const { account } = model;
  const sender = useSender(client);
  const [asked, ask] = useState(0);
  const list = useResourceList<FoundRow<DatabaseRow>>(client, model, DATABASES, sender);
  const { chosen, where } = list;
  return (
    <ResourceWindow
      kind={DATABASES}
      account={account}
      list={list}
      client={client}
      sender={sender}
      row={(database) => <Line database={database} />}
      onEnter={() => ask(asked + 1)}
    >
      {chosen && (
        <DatabasePane
          key={JSON.stringify([account.accountId, list.looking, chosen.kind, chosen.id])}
          database={chosen}
          where={where}
          looking={list.looking}
          last={own(
            model.logins,
            databaseKey({
              account: account.accountId,
              region: list.looking.region ?? list.status?.region ?? account.region ?? "",
              kind: chosen.kind,
              id: chosen.id,
            }),
          )}
          client={client}
          asked={asked}
        />
      )}
    </ResourceWindow>
  );
}

function Line(
  { database: { id, engine, version, status, places } }: { database: FoundRow<DatabaseRow> },
): JSX.Element {
  return (
    <>
      <Icon name="server" />
      <span class="cut name" title={id}>
        <Marked text={id} places={places} />
      </span>
      <span class="quiet small cut grow">{[engine, version].filter(Boolean).join(" ")}</span>
      {status !== "available" && <Pill tone={status === "stopped" ? "info" : "caution"}>{status}</Pill>}
    </>
  );
}
