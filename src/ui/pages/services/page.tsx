import type { JSX } from "preact";
import { useLayoutEffect } from "preact/hooks";
import type { FoundRow } from "../../../pages/resources.ts";
import type { ServiceRow, ServicesModel } from "../../../pages/services/page.ts";
import { type PageProps, useSender } from "../../page.ts";
import { PlaceBar } from "../../parts/resources/place_bar.tsx";
import { ResourceList } from "../../parts/resources/resource_list.tsx";
import { useResourceList } from "../../parts/resources/use_list.ts";
import { Icon, Pill } from "../../system/mod.ts";
import { Marked } from "../../text/marked.tsx";
import { ServicePane } from "./service.tsx";

/** The services of an account at the left, the chosen one at the right as it is at this moment. */
export default function ServicesPage({ model, client }: PageProps<ServicesModel>): JSX.Element {
  const { window, account } = model;
  const sender = useSender(client);
  const list = useResourceList<FoundRow<ServiceRow>>(client, model, "services", sender);
  const { chosen, where } = list;
  useLayoutEffect(() => {
    if (window.params.service !== undefined) list.type(window.params.service);
  }, [window.raised, account.accountId]);
  const logs = () =>
    document.querySelector<HTMLElement>(".service-log-button button:not(:disabled)")?.click();
  return (
    <div class="window">
      <PlaceBar what="Services" account={account} list={list} client={client} />
      <div class="resources">
        <ResourceList
          what="services"
          one="service"
          icon="server"
          list={list}
          empty="ECS has no cluster with a service in this region. Another region may."
          row={(service) => <Line service={service} />}
          onEnter={logs}
          onSignIn={() => void sender.send({ name: "signIn" })}
        />
        <div class="resource-main">
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
        </div>
      </div>
    </div>
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
