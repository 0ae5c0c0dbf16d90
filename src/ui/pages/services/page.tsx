import type { JSX } from "preact";
import type { FoundRow } from "../../../pages/resources.ts";
import type { ContainerRow, ServicesModel } from "../../../pages/services/page.ts";
import { type PageProps, useSender } from "../../page.ts";
import { type ResourceKind, useResourceList } from "../../parts/resources/use_list.ts";
import { ResourceWindow } from "../../parts/resources/window.tsx";
import { Icon, Pill } from "../../system/mod.ts";
import { count } from "../../text/format.ts";
import { Marked } from "../../text/marked.tsx";
import { ClusterPane } from "./cluster.tsx";
import { ServicePane } from "./service.tsx";

const SERVICES: ResourceKind = {
  what: "services",
  title: "Services",
  one: "service or cluster",
  params: ["service", "cluster"],
  icon: "server",
  empty: "ECS has no cluster in this region. Another region may.",
};

/** The services and clusters of an account at the left, the chosen one at the right as it is at this moment. */
export default function ServicesPage({ model, client }: PageProps<ServicesModel>): JSX.Element {
  const { account } = model;
  const sender = useSender(client);
  const list = useResourceList<FoundRow<ContainerRow>>(client, model, SERVICES, sender);
  const { chosen, where } = list;
  const pane = { account, where, looking: list.looking, client };
  const logs = () =>
    document.querySelector<HTMLElement>(".service-log-button button:not(:disabled)")?.click();
  return (
    <ResourceWindow
      kind={SERVICES}
      account={account}
      list={list}
      client={client}
      sender={sender}
      row={(row) => <Line row={row} />}
      onEnter={logs}
    >
      {chosen?.kind === "service" && (
        <ServicePane
          key={JSON.stringify([account.accountId, list.looking, chosen.cluster, chosen.name])}
          service={chosen}
          {...pane}
        />
      )}
      {chosen?.kind === "cluster" && (
        <ClusterPane
          key={JSON.stringify([account.accountId, list.looking, chosen.cluster])}
          cluster={chosen}
          {...pane}
        />
      )}
    </ResourceWindow>
  );
}

function Line({ row }: { row: FoundRow<ContainerRow> }): JSX.Element {
  const { status, running, places, cluster } = row;
  const named = (text: string) => (
    <span class="cut name" title={text}>
      <Marked text={text} places={places} />
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
  return (
    <>
      <Icon name="console" />
      {named(name)}
      <span class="quiet small cut grow">{cluster}</span>
      {state}
      {rollout === "IN_PROGRESS" && <Pill tone="info">rolling out</Pill>}
      {rollout === "FAILED" && <Pill tone="danger">failed</Pill>}
      <span
        class={`small numbers${running < desired ? "" : " quiet"}`}
        title={`${running} of ${desired} tasks run`}
      >
        {running}/{desired}
      </span>
    </>
  );
}
