import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { accountName } from "../../../core/accounts/words.ts";
import type {
  ClusterDetail,
  clusterDetail,
  ClusterRow,
  ServicesModel,
} from "../../../pages/services/page.ts";
import type { NamedAccount } from "../../../pages/shown.ts";
import { type Client, useRows } from "../../client/mod.ts";
import { useSender } from "../../page.ts";
import { GuardedSheet } from "../../parts/resources/guarded_sheet.tsx";
import { isMissing } from "../../parts/resources/trouble.tsx";
import type { ListContext, Where } from "../../parts/resources/use_resources.ts";
import { ResourceHead } from "../../parts/resources/window.tsx";
import { StatusMessage, useStatusMessage } from "../../parts/status_message.tsx";
import { Button, Notice, Skeleton } from "../../system/mod.ts";
import { count } from "../../text/format.ts";
import { Figure } from "./figure.tsx";
import { endedWords, Tasks } from "./tasks.tsx";

type Task = ClusterDetail["tasks"][number];

/** The current state of one cluster: the numbers of its services and tasks, and its tasks that belong to no service. */
export function ClusterPane(
  { cluster: row, account, where, listContext, client, asked, onAsked }: {
    cluster: ClusterRow;
    account: NamedAccount;
    where: Where;
    listContext: ListContext;
    client: Client<ServicesModel>;
    /** Whether Enter was pressed to open the logs of the first task. */
    asked: boolean;
    onAsked: () => void;
  },
): JSX.Element {
  const { cluster } = row;
  const sender = useSender(client);
  const found =
    useRows<typeof clusterDetail>(client, "cluster", { ...listContext, cluster }, { count: 1 }).rows[0];
  const [stopping, stop] = useState<Task | null>(null);
  const [statusMessage, setStatusMessage] = useStatusMessage();
  // Facts about a removed cluster no longer hold.
  const missing = isMissing(found?.fault);
  const detail = missing ? null : found?.value ?? null;
  const { services, running, pending, instances, status, desired }:
    & Partial<ClusterDetail>
    & ClusterRow = detail ?? row;
  const tasks = detail?.tasks ?? [];
  const first = tasks[0];
  const target = { ...where, cluster };
  const logs = (container: string, { id, runs }: Task) =>
    void sender.send({ name: "openWindow", page: "logs", params: { ...target, task: id, runs, container } });
  const logsOfFirst = () => first?.containers[0] && logs(first.containers[0].name, first);
  useEffect(() => {
    if (!asked || !found) return;
    onAsked();
    if (first?.containers[0]) logsOfFirst();
    else if (!found.fault) setStatusMessage("No task runs here without a service.", "info");
  }, [asked, found !== undefined]);
  return (
    <>
      <ResourceHead what="Cluster" name={cluster}>
        <span class="quiet small">
          {["Cluster", ...(status === "ACTIVE" ? [] : [status.toLowerCase()])].join(" · ")}
        </span>
      </ResourceHead>
      {found?.fault && <Notice tone="caution" message={found.fault.message} hint={found.fault.hint} />}
      {sender.failure && <Notice tone="danger" message={sender.failure.error} hint={sender.failure.hint} />}
      {!missing && (
        <div class="row service-numbers">
          <Figure value={services} of={services === 1 ? "service" : "services"} />
          {desired !== undefined && services > 0 && <Figure value={desired} of="desired" />}
          <Figure value={running} of="running" />
          <Figure value={pending} of="pending" />
          {instances > 0 && <Figure value={instances} of={instances === 1 ? "machine" : "machines"} />}
        </div>
      )}
      <section class="grow scroll" aria-label="As it is now">
        {detail === null ? found?.fault ? null : <Skeleton rows={6} /> : (
          <Tasks
            title="Tasks without a service"
            tasks={tasks}
            none={emptyWords(detail)}
            logged={({ containers }) => containers[0]?.name}
            about={aboutTask}
            onLogs={logs}
            onExec={(task, container) => void sender.send({ name: "execTask", ...target, task, container })}
            onStop={stop}
          />
        )}
        {detail?.cut && (
          <p class="service-none small quiet">
            More tasks than a thousand run here: those that were not looked through are not shown.
          </p>
        )}
      </section>
      <footer class="bar foot resource-foot">
        <Button
          kind="marked"
          icon="console"
          shortcut="Enter"
          alone="Follow the logs"
          disabled={first?.containers[0] === undefined}
          title={missing
            ? GONE
            : first === undefined
            ? "No task without a service"
            : `Logs of ${first.id.slice(0, 8)}`}
          onClick={logsOfFirst}
        >
          Logs
        </Button>
        <StatusMessage message={statusMessage} />
      </footer>
      {stopping && (
        <StopSheet
          task={stopping}
          gone={missing ? GONE : endedWords(detail?.tasks, stopping.id)}
          account={account}
          target={target}
          client={client}
          onLeave={() => stop(null)}
          onDone={() => {
            stop(null);
            setStatusMessage("The task is being stopped.");
          }}
        />
      )}
    </>
  );
}

const GONE = "This cluster is not there any more.";

/** Returns the text for a cluster without such tasks. */
function emptyWords({ services, running, pending }: ClusterDetail): string {
  if (services === 0 && running === 0 && pending === 0) {
    return "This cluster is empty: it has no service, and no task runs or has stopped lately.";
  }
  return "Every task here belongs to a service; none was run by hand or by a schedule lately.";
}

/** Returns the family of a task, its images, and who started it. */
function aboutTask({ runs, startedBy, containers }: Task): string {
  const images = new Set(
    containers.flatMap(({ image = "" }) => image.slice(image.lastIndexOf("/") + 1) || []),
  );
  return [runs, [...images].join(", "), startedBy && `by ${startedBy}`].filter(Boolean).join(" · ");
}

/** Describes the effect of stopping a task without a service, and in production asks the user to type its id. */
function StopSheet(
  { task, gone, account, target, client, onLeave, onDone }: {
    task: Task;
    /** Why the task can no longer be stopped; undefined while it can. */
    gone: string | undefined;
    account: NamedAccount;
    target: Where & { readonly cluster: string };
    client: Client<ServicesModel>;
    onLeave: () => void;
    onDone: () => void;
  },
): JSX.Element {
  const sender = useSender(client);
  const short = task.id.slice(0, 8);
  return (
    <GuardedSheet
      title={`Stop the task ${short}?`}
      marked="Stop the task"
      account={account}
      target={`${task.runs} of ${target.cluster} in ${accountName(account)}`}
      name={short}
      doing="change production"
      sender={sender}
      gone={gone}
      onSubmit={(typed) =>
        void sender.send({ name: "stopTask", ...target, task: task.id, ...typed }).then(({ ok }) =>
          ok && onDone()
        )}
      onLeave={onLeave}
    >
      <p>
        AWS ends its {count(task.containers.length, "container")}. No service starts another in its place.
      </p>
    </GuardedSheet>
  );
}
