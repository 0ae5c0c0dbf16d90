import type { JSX } from "preact";
import type { FoundRow } from "../../../pages/resources.ts";
import type { ServiceRow, ServicesModel } from "../../../pages/services/page.ts";
import { type PageProps, useSender } from "../../page.ts";
import { type ResourceKind, useResourceList } from "../../parts/resources/use_list.ts";
import { ResourceWindow } from "../../parts/resources/window.tsx";
import { Icon, Pill } from "../../system/mod.ts";
import { Marked } from "../../text/marked.tsx";
import { ServicePane } from "./service.tsx";

const SERVICES: ResourceKind = {
  what: "services",
  title: "Services",
  one: "service",
  icon: "server",
  empty: "ECS has no cluster with a service in this region. Another region may.",
};

/** The services of an account at the left, the chosen one at the right as it is at this moment. */
export default function ServicesPage({ model, client }: PageProps<ServicesModel>): JSX.Element {
  const { account } = model;
  const sender = useSender(client);
  const list = useResourceList<FoundRow<ServiceRow>>(client, model, SERVICES, sender);
  const { chosen, where } = list;
  const logs = () =>
    document.querySelector<HTMLElement>(".service-log-button button:not(:disabled)")?.click();
  return (
    <ResourceWindow
      kind={SERVICES}
      account={account}
      list={list}
      client={client}
      sender={sender}
      row={(service) => <Line service={service} />}
      onEnter={logs}
    >
      {chosen && (
        <ServicePane
          key={JSON.stringify([account.accountId, list.looking, chosen.cluster, chosen.name])}
          service={chosen}
          account={account}
          where={where}
          looking={list.looking}
          client={client}
        />
      )}
    </ResourceWindow>
  );
}

function Line(
  { service: { name, cluster, desired, running, rollout, status, places } }: {
    service: FoundRow<ServiceRow>;
  },
): JSX.Element {
  return (
    <>
      <Icon name="console" />
      <span class="cut name" title={name}>
        <Marked text={name} places={places} />
      </span>
      <span class="quiet small cut grow">{cluster}</span>
      {status !== "ACTIVE" && <Pill tone="caution">{status.toLowerCase()}</Pill>}
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
