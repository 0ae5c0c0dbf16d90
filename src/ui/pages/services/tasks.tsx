import type { JSX } from "preact";
import type { TaskState } from "../../../pages/services/page.ts";
import { useNow } from "../../page.ts";
import { List, Pill, Row, Section, Tool } from "../../system/mod.ts";
import { ago } from "../../text/format.ts";

/** Tasks with their commands; recently stopped ones come last. */
export function Tasks<Task extends TaskState>(
  { title, tasks, none, logged, about, onLogs, onExec, onStop }: {
    title: string;
    tasks: readonly Task[];
    /** Shown when there are no tasks. */
    none: string;
    /** Returns the container whose logs are opened first; undefined when no container has logs. */
    logged: (task: Task) => string | undefined;
    /** Returns a text that is shown beside the task's status. */
    about?: (task: Task) => string;
    onLogs: (container: string, task: Task) => void;
    onExec: (task: string, container: string) => void;
    onStop: (task: Task) => void;
  },
): JSX.Element | null {
  const now = useNow(true, 10_000);
  if (tasks.length === 0) return <p class="service-none small quiet">{none}</p>;
  const container = (task: Task) => task.containers[0]?.name ?? logged(task);
  const opens = (task: Task) => task.status !== "STOPPED" && task.exec && container(task) !== undefined;
  const [anyLogs, anyOpens, anyStops] = [
    tasks.some((task) => logged(task) !== undefined),
    tasks.some(opens),
    tasks.some(({ status }) => status !== "STOPPED"),
  ];
  return (
    <>
      <Section title={title} count={tasks.length} />
      <List label={title}>
        {tasks.map((task) => {
          const { id, status, health, at } = task;
          const short = id.slice(0, 8);
          const ended = status === "STOPPED";
          const writing = logged(task);
          const note = about?.(task) ?? "";
          return (
            <Row
              key={id}
              tools={
                <>
                  {writing !== undefined
                    ? (
                      <Tool
                        title={`Logs of ${short}`}
                        alone={`Follow the logs of ${short}`}
                        onClick={() => onLogs(writing, task)}
                      >
                        Logs<span class="aside">{` of ${short}`}</span>
                      </Tool>
                    )
                    : anyLogs && <Gap of="Logs" />}
                  {opens(task)
                    ? (
                      <Tool
                        title={`Terminal in ${short}`}
                        alone={`Open a terminal in ${short}`}
                        onClick={() => onExec(id, container(task)!)}
                      >
                        Terminal<span class="aside">{` in ${short}`}</span>
                      </Tool>
                    )
                    : anyOpens && <Gap of="Terminal" />}
                  {ended ? anyStops && <Gap of="Stop…" /> : (
                    <Tool
                      title={`Stop ${short}`}
                      alone={`Stop ${short}`}
                      onClick={() => onStop(task)}
                    >
                      Stop…<span class="aside">{` ${short}`}</span>
                    </Tool>
                  )}
                </>
              }
            >
              <span class="fill service-lines">
                <span class="row">
                  <span class="mono name">{short}</span>
                  <Pill tone={ended ? "caution" : status === "RUNNING" ? "ok" : "info"}>
                    {status.toLowerCase()}
                  </Pill>
                  {health !== undefined && health !== "UNKNOWN" && (
                    <Pill tone={health === "HEALTHY" ? "ok" : "danger"}>{health.toLowerCase()}</Pill>
                  )}
                  <span class="small quiet numbers">{at === undefined ? "" : ago(at, now)}</span>
                </span>
                {note !== "" && <span class="small words">{note}</span>}
                {why(task) !== "" && <span class="small quiet words">{why(task)}</span>}
              </span>
            </Row>
          );
        })}
      </List>
    </>
  );
}

/** Returns the sentence that a task has ended; undefined while it runs or while its status is unknown. */
export function endedWords(tasks: readonly TaskState[] = [], id: string): string | undefined {
  const ended = tasks.some((task) => task.id === id && task.status === "STOPPED");
  return ended ? "This task has ended by now." : undefined;
}

/** Fills the place of a button that other rows have, so that the buttons form columns. */
function Gap({ of }: { of: string }): JSX.Element {
  return <span class="button bare compact task-gap" aria-hidden="true">{of}</span>;
}

/** Returns why a task stopped, with the exit codes of its containers. */
function why({ reason, containers }: TaskState): string {
  const ends = containers.flatMap(({ name, exitCode, reason }) =>
    exitCode === undefined && reason === undefined
      ? []
      : [`${name}: ${[exitCode === undefined ? "" : `exit ${exitCode}`, reason].filter(Boolean).join(", ")}`]
  );
  return [reason, ...ends].filter(Boolean).join(" · ");
}
