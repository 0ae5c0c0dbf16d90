import type { JSX } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";
import type { DatabaseRow, DatabasesModel } from "../../../pages/databases/page.ts";
import type { FoundRow } from "../../../pages/resources.ts";
import { type PageProps, useSender } from "../../page.ts";
import { PlaceBar } from "../../parts/resources/place_bar.tsx";
import { ResourceList } from "../../parts/resources/resource_list.tsx";
import { useResourceList } from "../../parts/resources/use_list.ts";
import { Icon, Pill } from "../../system/mod.ts";
import { Marked } from "../../text/marked.tsx";
import { DatabasePane } from "./database.tsx";

/** The managed databases of an account at the left, the chosen one at the right with the ways to open it. */
export default function DatabasesPage({ model, client }: PageProps<DatabasesModel>): JSX.Element {
  const { window, account } = model;
  const sender = useSender(client);
  const [asked, ask] = useState(0);
  const list = useResourceList<FoundRow<DatabaseRow>>(client, model, "databases", sender);
  const { chosen, where } = list;
  useLayoutEffect(() => {
    if (window.params.database !== undefined) list.type(window.params.database);
  }, [window.raised, account.accountId]);
  return (
    <div class="window">
      <PlaceBar what="Databases" account={account} list={list} client={client} />
      <div class="resources">
        <ResourceList
          what="databases"
          one="database"
          icon="server"
          list={list}
          empty="RDS, Aurora and Redshift have none in this region. Another region may."
          row={(database) => <Line database={database} />}
          onEnter={() => ask(asked + 1)}
          onSignIn={() => void sender.send({ name: "signIn" })}
        />
        <div class="resource-main">
          {chosen && (
            <DatabasePane
              key={JSON.stringify([account.accountId, list.looking, chosen.kind, chosen.id])}
              database={chosen}
              where={where}
              client={client}
              asked={asked}
            />
          )}
        </div>
      </div>
    </div>
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
