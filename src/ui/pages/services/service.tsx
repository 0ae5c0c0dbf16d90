import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { NamedAccount } from "../../../pages/shown.ts";
import type {
  ServiceDetail,
  serviceDetail,
  ServiceRow,
  ServicesModel,
} from "../../../pages/services/page.ts";
import { type Client, useRows } from "../../client/mod.ts";
import { isMissing } from "../../parts/resources/trouble.tsx";
import { useNow, useSender } from "../../page.ts";
import type { ListContext, Where } from "../../parts/resources/use_resources.ts";
import { ResourceHead } from "../../parts/resources/window.tsx";
import { StatusMessage, useStatusMessage } from "../../parts/status_message.tsx";
import { Button, CopyButton, List, Notice, Pill, Row, Section, Skeleton } from "../../system/mod.ts";
import { ago, count } from "../../text/format.ts";
import { type ServiceChange, ServiceSheet } from "./change.tsx";
import { Figure } from "./figure.tsx";
import { endedWords, Tasks } from "./tasks.tsx";

/** The current state of one service: the numbers of its tasks, its deployments, its events, and its commands. */
export function ServicePane(
  { service, account, where, listContext, client, asked, onAsked }: {
    service: ServiceRow;
    account: NamedAccount;
    where: Where;
    /** The role and region to ask for. They do not change when the defaults become known. */
    listContext: ListContext;
    client: Client<ServicesModel>;
    /** Whether Enter was pressed to open the service's logs. */
    asked: boolean;
    onAsked: () => void;
  },
): JSX.Element {
  const { cluster, name } = service;
  const sender = useSender(client);
  const found = useRows<typeof serviceDetail>(
    client,
    "detail",
    { ...listContext, cluster, service: name },
    { count: 1 },
  ).rows[0];
  const [change, setChange] = useState<ServiceChange | null>(null);
  const [statusMessage, setStatusMessage] = useStatusMessage();
  // Facts about a removed service no longer hold.
  const missing = isMissing(found?.fault);
  const detail = missing ? null : found?.value ?? null;
  const now: ServiceRow = detail ?? service;
  const gone = missing ? "This service is not there any more." : LEAVING.get(now.status);
  const target = { ...where, cluster, service: name };
  const logs = (container: string, task?: string) =>
    void sender.send({
      name: "openWindow",
      page: "logs",
      params: { ...target, container, ...(task === undefined ? {} : { task }) },
    });
  const logging = detail?.containers.filter((one) => one.logs) ?? [];
  // Only lines of streams with a prefix can be followed; of the others the page of logs says where they are.
  const first = (logging.find((one) => one.logs?.prefix) ?? logging[0])?.name;
  const unlogged = gone ?? "No container writes to CloudWatch Logs.";
  // Whether a container writes logs is only known once the details have arrived.
  useEffect(() => {
    if (!asked || !found) return;
    onAsked();
    if (first !== undefined) logs(first);
    else if (!found.fault) setStatusMessage(unlogged, "info");
  }, [asked, found !== undefined]);
  return (
    <>
      <ResourceHead what="Service" name={name}>
        <span class="quiet small">{[cluster, detail?.runs].filter(Boolean).join(" · ")}</span>
      </ResourceHead>
      {found?.fault && <Notice tone="caution" message={found.fault.message} hint={found.fault.hint} />}
      {!missing && gone && <Notice tone="caution" message={gone} />}
      {sender.failure && <Notice tone="danger" message={sender.failure.error} hint={sender.failure.hint} />}
      {!missing && <Numbers service={now} />}
      <section class="grow scroll" tabIndex={0} aria-label="As it is now">
        {detail === null ? found?.fault ? null : <Skeleton rows={8} /> : (
          <>
            <Deployments detail={detail} />
            <Tasks
              title="Tasks"
              tasks={detail.tasks}
              none="No task runs or has stopped lately."
              logged={() => first}
              onLogs={(container, { id }) => logs(container, id)}
              onExec={(task, container) => void sender.send({ name: "execTask", ...target, task, container })}
              onStop={({ id }) => setChange({ kind: "stop", task: id })}
            />
            {detail.cut && (
              <p class="service-none small quiet">There are more tasks than are read: some are not shown.</p>
            )}
            <Events detail={detail} />
            <Images detail={detail} />
          </>
        )}
      </section>
      <footer class="bar foot resource-foot">
        <Button
          kind="marked"
          icon="console"
          shortcut="Enter"
          alone="Follow the logs"
          disabled={first === undefined}
          title={first !== undefined ? undefined : unlogged}
          onClick={() => first !== undefined && logs(first)}
        >
          Logs
        </Button>
        <StatusMessage message={statusMessage} />
        {(["scale", "redeploy"] as const).map((kind) => (
          <Button
            key={kind}
            compact
            disabled={gone !== undefined}
            title={gone}
            onClick={() => setChange({ kind })}
          >
            {kind === "scale" ? "Scale…" : "Redeploy…"}
          </Button>
        ))}
      </footer>
      {change && (
        <ServiceSheet
          change={change}
          service={now}
          gone={change.kind !== "stop" ? gone : missing ? gone : endedWords(detail?.tasks, change.task)}
          account={account}
          target={target}
          client={client}
          onLeave={() => setChange(null)}
          onDone={(words) => {
            setChange(null);
            setStatusMessage(words);
          }}
        />
      )}
    </>
  );
}

/** Statuses of a service that is being deleted or was deleted. */
const LEAVING: ReadonlyMap<string, string> = new Map([
  ["DRAINING", "This service is being deleted."],
  ["INACTIVE", "This service was deleted."],
]);

function Numbers({ service: { desired, running, pending } }: { service: ServiceRow }): JSX.Element {
  return (
    <div class="row service-numbers">
      <Figure value={desired} of="desired" />
      <Figure value={running} of="running" />
      <Figure value={pending} of="pending" />
      <progress
        max={Math.max(desired, 1)}
        value={Math.min(running, desired)}
        aria-label={`${running} of ${desired} tasks run`}
      />
    </div>
  );
}

function Deployments({ detail: { deployments } }: { detail: ServiceDetail }): JSX.Element | null {
  const now = useNow(true, 10_000);
  if (deployments.length === 0) {
    return <p class="service-none small quiet">AWS tells of no deployment of this service.</p>;
  }
  return (
    <>
      <Section title="Deployments" count={deployments.length} />
      <List label="Deployments">
        {deployments.map(({ id, status, rollout, reason, desired, running, pending, failed, runs, at }) => (
          <Row key={id}>
            <span class="fill service-lines">
              <span class="row">
                <span class="mono cut name">{runs}</span>
                <Pill tone={rollout === "FAILED" ? "danger" : rollout === "IN_PROGRESS" ? "info" : "ok"}>
                  {(rollout ?? status).toLowerCase().replaceAll("_", " ")}
                </Pill>
                <span class="small quiet numbers">
                  {running}/{desired} running{pending > 0 ? `, ${pending} pending` : ""}
                  {failed > 0 ? `, ${failed} failed` : ""}
                </span>
                <span class="grow" />
                <span class="small quiet numbers">{at === undefined ? "" : ago(at, now)}</span>
              </span>
              {reason !== undefined && <span class="small quiet words">{reason}</span>}
            </span>
          </Row>
        ))}
      </List>
    </>
  );
}

function Events({ detail: { events } }: { detail: ServiceDetail }): JSX.Element | null {
  const now = useNow(true, 10_000);
  if (events.length === 0) return null;
  return (
    <>
      <Section title="Events" count={events.length} />
      <List label="Events">
        {events.map(({ at, text }, index) => (
          <Row key={`${at} ${index}`}>
            <span class="small words grow">{text}</span>
            <span class="small quiet numbers">{at === undefined ? "" : ago(at, now)}</span>
          </Row>
        ))}
      </List>
    </>
  );
}

function Images({ detail: { containers, cpu, memory } }: { detail: ServiceDetail }): JSX.Element | null {
  if (containers.length === 0) return null;
  const size = [cpu && `${Number(cpu) / 1024} vCPU`, memory && `${memory} MiB`].filter(Boolean).join(" · ");
  return (
    <>
      <Section title={`${count(containers.length, "container")}${size === "" ? "" : `, ${size}`}`} />
      <List label="Containers">
        {containers.map(({ name, image }) => (
          <Row
            key={name}
            tools={<CopyButton kind="bare" compact label="Copy image" text={() => image} />}
          >
            <span class="name cut">{name}</span>
            <span class="mono quiet cut grow" title={image}>{image.slice(image.lastIndexOf("/") + 1)}</span>
          </Row>
        ))}
      </List>
    </>
  );
}
