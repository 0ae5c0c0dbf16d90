import type { JSX } from "preact";
import type { TaskState } from "../../../pages/services/page.ts";
import { useNow } from "../../page.ts";
import { Button, List, Pill, Row, Section } from "../../system/mod.ts";
import { ago } from "../../text/format.ts";

/** Tasks, those that have stopped lately last, each with what can be done with it. */
export function Tasks<Task extends TaskState>(
  { title, tasks, none, logged, about, onLogs, onExec, onStop }: {
    title: string;
    tasks: readonly Task[];
    /** What stands there when there are none. */
    none: string;
    /** The container whose output is wanted first; undefined: none is to be had. */
    logged: (task: Task) => string | undefined;
    /** What there is to say of it beside its state. */
    about?: (task: Task) => string;
    onLogs: (container: string, task: Task) => void;
    onExec: (task: string, container: string) => void;
    onStop: (task: Task) => void;
  },
): JSX.Element | null {
  const now = useNow(true, 10_000);
  if (tasks.length === 0) return <p class="service-none small quiet">{none}</p>;
  return (
    <>
      <Section title={title} count={tasks.length} />
      <List label={title}>
        {tasks.map((task) => {
          const { id, status, health, at, exec } = task;
          const short = id.slice(0, 8);
          const ended = status === "STOPPED";
          const writing = logged(task);
          const container = task.containers[0]?.name ?? writing;
          const said = about?.(task) ?? "";
          return (
            <Row
              key={id}
              tools={
                <>
                  {writing !== undefined && (
                    <Button
                      kind="bare"
                      compact
                      title={`Logs of ${short}`}
                      onClick={() => onLogs(writing, task)}
                    >
                      Logs<span class="aside">{` of ${short}`}</span>
                    </Button>
                  )}
                  {!ended && exec && container !== undefined && (
                    <Button
                      kind="bare"
                      compact
                      title={`Terminal in ${short}`}
                      onClick={() => onExec(id, container)}
                    >
                      Terminal<span class="aside">{` in ${short}`}</span>
                    </Button>
                  )}
                  {!ended && (
                    <Button kind="bare" compact title={`Stop ${short}`} onClick={() => onStop(task)}>
                      Stop…<span class="aside">{` ${short}`}</span>
                    </Button>
                  )}
                </>
              }
            >
              <span class="service-lines">
                <span class="row">
                  <span class="mono">{short}</span>
                  <Pill tone={ended ? "caution" : status === "RUNNING" ? "ok" : "info"}>
                    {status.toLowerCase()}
                  </Pill>
                  {health !== undefined && health !== "UNKNOWN" && (
                    <Pill tone={health === "HEALTHY" ? "ok" : "danger"}>{health.toLowerCase()}</Pill>
                  )}
                  <span class="small quiet numbers">{at === undefined ? "" : ago(at, now)}</span>
                </span>
                {said !== "" && <span class="small words">{said}</span>}
                {why(task) !== "" && <span class="small quiet words">{why(task)}</span>}
              </span>
            </Row>
          );
        })}
      </List>
    </>
  );
}

/** Why a task stopped, and with what its containers ended. */
function why({ reason, containers }: TaskState): string {
  const ends = containers.flatMap(({ name, exitCode, reason }) =>
    exitCode === undefined && reason === undefined
      ? []
      : [`${name}: ${[exitCode === undefined ? "" : `exit ${exitCode}`, reason].filter(Boolean).join(", ")}`]
  );
  return [reason, ...ends].filter(Boolean).join(" · ");
}
