import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { ownProperty } from "../../../core/own_property.ts";
import { databaseKey } from "../../../core/state/database_logins.ts";
import type { DatabaseRow, DatabasesModel } from "../../../pages/databases/page.ts";
import type { FoundRow } from "../../../pages/resources.ts";
import type { PageProps } from "../../page.ts";
import { type ResourceKind, useResources } from "../../parts/resources/use_resources.ts";
import { ResourceWindow } from "../../parts/resources/window.tsx";
import { Icon, Pill, Skeleton } from "../../system/mod.ts";
import { Marked } from "../../text/marked.tsx";
import { DatabasePane } from "./database.tsx";

type Found = FoundRow<DatabaseRow>;

const DATABASES: ResourceKind<Found> = {
  what: "databases",
  title: "Databases",
  one: "database",
  icon: "server",
  empty: "RDS, Aurora, Redshift and Athena have none in this region. Another region may.",
  key: ({ kind, id }) => `${kind}/${id}`,
  askedText: ({ database }) => database,
  isAsked: ({ kind, id }, params) => id === params.database && kind === (params.kind ?? kind),
};

/** The managed databases of an account at the left, the selected one with the ways to open it at the right. */
export default function DatabasesPage({ model, client }: PageProps<DatabasesModel>): JSX.Element {
  const page = useResources({ model, client }, DATABASES);
  const { account, region } = page;
  /** The database that a press of Enter shall open, with the number of moves at that time. */
  const [asked, ask] = useState<{ readonly key: string; readonly moves: number } | null>(null);
  const { moves } = page;
  return (
    <ResourceWindow
      page={page}
      row={(database) => <Line database={database} />}
      onEnter={(database) => ask({ key: DATABASES.key(database), moves: moves.current })}
      pane={(database) => {
        // The rows may come before the region, without which it is not known how the database was last opened.
        if (!region) return <Skeleton />;
        const { kind, id } = database;
        const key = databaseKey({ account: account.accountId, region, kind, id });
        return (
          <DatabasePane
            database={database}
            where={page.where}
            listContext={page.shown}
            last={ownProperty(model.logins, key)}
            step={ownProperty(model.steps, key)}
            client={client}
            asked={asked?.moves === moves.current && asked.key === DATABASES.key(database)}
            onAsked={() => ask(null)}
          />
        );
      }}
    />
  );
}

function Line(
  { database: { id, engine, version, status, matches } }: { database: FoundRow<DatabaseRow> },
): JSX.Element {
  return (
    <>
      <Icon name="server" />
      <span class="cut name" title={id}>
        <Marked text={id} matches={matches} />
      </span>
      <span class="quiet small cut grow">{[engine, version].filter(Boolean).join(" ")}</span>
      {status !== "available" && <Pill tone={status === "stopped" ? "info" : "caution"}>{status}</Pill>}
    </>
  );
}
