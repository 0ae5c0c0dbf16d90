import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { rolloutWords } from "../../../core/aws/containers/rollout.ts";
import type { FoundRow } from "../../../pages/resources.ts";
import type { ContainerRow, ServicesModel } from "../../../pages/services/page.ts";
import type { PageProps } from "../../page.ts";
import { type ResourceKind, useResources } from "../../parts/resources/use_resources.ts";
import { ResourceWindow } from "../../parts/resources/window.tsx";
import { Icon, Pill } from "../../system/mod.ts";
import { count } from "../../text/format.ts";
import { Marked } from "../../text/marked.tsx";
import { ClusterPane } from "./cluster.tsx";
import { ServicePane } from "./service.tsx";

type Found = FoundRow<ContainerRow>;

const SERVICES: ResourceKind<Found> = {
  what: "services",
  title: "Services",
  one: "service or cluster",
  icon: "server",
  empty: "ECS has no cluster in this region. Another region may.",
  key: (row) => `${row.kind} ${row.cluster}/${row.kind === "service" ? row.name : ""}`,
  askedText: ({ service, cluster }) => service ?? cluster,
  // Services in several clusters may have the same name.
  isAsked: (row, { service, cluster = row.cluster }) =>
    row.cluster === cluster && (row.kind === "service" ? row.name : undefined) === service,
};

/** The services and clusters of an account at the left, the current state of the selected one at the right. */
export default function ServicesPage({ model, client }: PageProps<ServicesModel>): JSX.Element {
  const page = useResources({ model, client }, SERVICES);
  /** The service or cluster whose logs a press of Enter shall open, with the number of moves at that time. */
  const [asked, ask] = useState<{ readonly key: string; readonly moves: number } | null>(null);
  const { moves } = page;
  const common = (row: Found) => ({
    account: page.account,
    where: page.where,
    listContext: page.shown,
    client,
    asked: asked?.moves === moves.current && asked.key === SERVICES.key(row),
    onAsked: () => ask(null),
  });
  return (
    <ResourceWindow
      page={page}
      row={(row) => <Line row={row} />}
      onEnter={(row) => ask({ key: SERVICES.key(row), moves: moves.current })}
      pane={(row) =>
        row.kind === "service"
          ? <ServicePane service={row} {...common(row)} />
          : <ClusterPane cluster={row} {...common(row)} />}
    />
  );
}

function Line({ row }: { row: FoundRow<ContainerRow> }): JSX.Element {
  const { status, running, matches, cluster } = row;
  const named = (text: string) => (
    <span class="cut name" title={text}>
      <Marked text={text} matches={matches} />
    </span>
  );
  const state = status !== "ACTIVE" && <Pill tone="caution">{status.toLowerCase()}</Pill>;
  if (row.kind === "cluster") {
    const { services, pending } = row;
    return (
      <>
        <Icon name="folder" />
        {named(cluster)}
        <span class="quiet small cut grow">cluster</span>
        {state}
        <span
          class="small numbers quiet"
          title={`${count(services, "service")}, ${count(running + pending, "task")}`}
        >
          {running + pending}
        </span>
      </>
    );
  }
  const { desired, rollout, name } = row;
  const rolled = rolloutWords(rollout);
  return (
    <>
      <Icon name="console" />
      {named(name)}
      <span class="quiet small cut grow">{cluster}</span>
      {state}
      {rolled !== null && <Pill tone={rolled === "failed" ? "danger" : "info"}>{rolled}</Pill>}
      <span
        class={`small numbers${running < desired ? "" : " quiet"}`}
        title={`${running} of ${desired} tasks run`}
      >
        {running}/{desired}
      </span>
    </>
  );
}
