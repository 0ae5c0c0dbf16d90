import { Buffer } from "node:buffer";
import { describeTask } from "../../core/aws/containers/mod.ts";
import { serviceTasks, type TaskState } from "../../core/aws/containers/tasks.ts";
import { CloudError } from "../../core/aws/errors.ts";
import { startContainerSession } from "../../core/aws/managed/sessions.ts";
import type { ResourceTarget } from "../../core/aws/resources/target.ts";
import { hasControl } from "../../core/text/controls.ts";
import { noteSessionsIn } from "../../core/ways/ssm/access.ts";
import { noteSession } from "../../core/ways/ssm/left_sessions.ts";
import { openShell, type Shell } from "../../core/ways/ssm/shell.ts";
import { WayError } from "../../core/ways/way.ts";
import { tell } from "../accounts/reporting.ts";
import { atRole } from "../accounts/surroundings.ts";
import type { Args } from "../args.ts";
import { EXIT } from "../exit.ts";
import { printBytes } from "../print.ts";
import { onStopSignal } from "../signals.ts";

/** Program that runs by default; every image with a shell has it. */
const SHELL = "/bin/sh";
/** Valid name of a cluster, service, task or container in ECS. */
const NAME = /^[A-Za-z0-9_][A-Za-z0-9_-]{0,254}$/;
/** Time limit for ending a session at AWS, and interval for reading the size of the terminal, in ms. */
const END = 5000, LOOK = 500;
/** Maximum bytes of output buffered while the terminal accepts none. */
const MAX_BUFFERED = 1 << 20;

/** The container in which to open a shell. */
interface ShellTarget {
  readonly cluster: string;
  readonly service: string | undefined;
  /** ID of the task; undefined for the newest task of the service. */
  readonly task: string | undefined;
  readonly container: string | undefined;
  readonly shell: string;
}

/** `--terminal ACCOUNT[/ROLE] CLUSTER/SERVICE [CONTAINER]`: opens a shell in a container of ECS, in this terminal. */
export async function run(args: Args): Promise<number> {
  const code = await terminal(args);
  // The window was opened for this terminal and closes with it, so the user needs time to read the message.
  if (args.wait && code !== EXIT.done && Deno.stdin.isTerminal()) {
    console.error("Press Enter to close.");
    await Deno.stdin.read(new Uint8Array(256));
  }
  return code;
}

async function terminal(args: Args): Promise<number> {
  const [, where = "", container] = args.operands;
  const [cluster = "", service, ...more] = where.split("/");
  const { shell = SHELL, task } = args;
  const wrong = (message: string, hint?: string) => tell(args, message, hint, EXIT.usage);
  if (!NAME.test(cluster) || service === undefined && task === undefined || more.length > 0) {
    return wrong(`"${where}" is not CLUSTER/SERVICE`, "With --task the cluster alone will do.");
  }
  for (
    const [name, what] of [[service, "a service"], [container, "a container"], [task, "a task"]] as const
  ) {
    if (name !== undefined && !NAME.test(name)) return wrong(`"${name}" is not the name of ${what}`);
  }
  if (shell.length > 1000 || hasControl(shell) || shell.trim() === "") {
    return wrong("--shell is a program in the container, such as /bin/bash");
  }
  return await atRole(args, async ({ cloud, paths }, found, signal) => {
    const { account, role, region } = found;
    const at = { region, credentials: await cloud.credentials(found, signal) };
    noteSessionsIn(paths.sessions);
    const note = (id: string) => noteSession({ id, account, role, region });
    try {
      return await openIn(at, { cluster, service, task, container, shell }, note, signal);
    } catch (error) {
      if (!(error instanceof WayError)) throw error;
      if (error.code === "WAY_PROHIBITED") {
        const inside = `aws ecs execute-command --cluster ${cluster} --interactive --command ${shell} …`;
        return tell(
          args,
          "The cluster encrypts its sessions with a key of KMS, which Kedge does not speak",
          `AWS's own programs do: kedge --exec ${args.operands[0]} -- ${inside}`,
          EXIT.failed,
        );
      }
      return tell(
        args,
        `The terminal was lost: ${error.message}`,
        error.code === "WAY_TIMEOUT" ? "Its agent may be starting: try again in a moment." : undefined,
        error.code === "WAY_TIMEOUT" ? EXIT.timeout : EXIT.failed,
      );
    }
  });
}

async function openIn(
  at: ResourceTarget,
  target: ShellTarget,
  note: (session: string) => ReturnType<typeof noteSession>,
  signal: AbortSignal,
): Promise<number> {
  const { cluster, shell } = target;
  const task = await taskOf(at, target, signal);
  const container = containerOf(task, target.container);
  const started = await startContainerSession(
    at,
    { cluster, task: task.id, container, command: shell },
    signal,
  );
  const tellEnd = await note(started.id);
  const stop = new AbortController();
  const release = onStopSignal(() => stop.abort());
  try {
    // The session may have been stopped while it was noted.
    signal.throwIfAborted();
    await converse(started, at, stop.signal);
    return stop.signal.aborted ? EXIT.stopped : EXIT.done;
  } finally {
    release();
    // Some users may open sessions but not end them. AWS itself ends a session some time after its channel
    // has closed.
    await tellEnd(at, AbortSignal.timeout(END));
  }
}

/** Returns the chosen task, or the newest one of the service that allows a terminal. Throws a CloudError. */
async function taskOf(at: ResourceTarget, target: ShellTarget, signal: AbortSignal): Promise<TaskState> {
  const { cluster, service = "", task: id } = target;
  if (id !== undefined) {
    const task = await describeTask(at, { cluster, task: id }, signal);
    if (task?.status === "RUNNING") return entered(task, `The task ${id.slice(0, 8)}`);
    const words = task ? "does not run" : `is not in the cluster ${cluster}`;
    throw new CloudError(`The task ${id.slice(0, 8)} ${words}.`, undefined, undefined, "missing");
  }
  const { tasks: all } = await serviceTasks(at, cluster, service, signal);
  const tasks = all.filter(({ status }) => status === "RUNNING");
  const [newest] = tasks;
  if (!newest) {
    throw new CloudError(
      `No task of ${cluster}/${service} runs.`,
      "Scale it up first.",
      undefined,
      "missing",
    );
  }
  return entered(tasks.find(({ exec }) => exec) ?? newest, `${cluster}/${service}`);
}

function entered(task: TaskState, name: string): TaskState {
  if (task.exec) return task;
  throw new CloudError(
    `${name} lets nobody open a terminal: ECS Exec is switched off.`,
    "Switch it on (aws ecs update-service --enable-execute-command) and deploy it again.",
  );
}

/** Returns the named container, or the first running one. Throws a CloudError. */
function containerOf({ containers, id }: TaskState, named: string | undefined): string {
  const found = containers.find(({ name, status }) =>
    named === undefined ? status === "RUNNING" : name === named
  );
  if (found) return found.name;
  throw new CloudError(
    named === undefined
      ? `No container of the task ${id.slice(0, 8)} runs.`
      : `The task has no container ${named}.`,
    containers.length === 0 ? undefined : `It has: ${containers.map(({ name }) => name).join(", ")}`,
    undefined,
    "missing",
  );
}

/** Transfers input and output until the shell ends. Throws a WayError. */
async function converse(
  started: Parameters<typeof openShell>[0],
  at: ResourceTarget,
  signal: AbortSignal,
): Promise<void> {
  const interactive = Deno.stdin.isTerminal();
  let printed: Promise<unknown> = Promise.resolve(), buffered = 0;
  let printError: unknown = null;
  const print = (bytes: Uint8Array) => {
    buffered += bytes.length;
    if (buffered > MAX_BUFFERED) shell?.pause();
    printed = printed.then(() => printBytes(bytes)).then((read) => {
      buffered -= bytes.length;
      if (buffered < MAX_BUFFERED / 2) shell?.resume();
      // The reader of standard output has gone.
      if (!read) shell?.end();
    }).catch((error) => {
      printError ??= error;
      shell?.end();
    });
  };
  let shell: Shell | null = null;
  shell = await openShell(started, at, (bytes) => print(Buffer.from(bytes)), signal);
  const follow = interactive ? followSize(shell) : () => {};
  if (interactive) Deno.stdin.setRaw(true);
  const input = Deno.stdin.readable.getReader();
  void typed(input, shell);
  try {
    await shell.ended;
    await printed;
    if (printError !== null) throw printError;
  } finally {
    follow();
    if (interactive) Deno.stdin.setRaw(false);
    void input.cancel().catch(() => {});
  }
}

/** Sends the input as it arrives. */
async function typed(
  input: ReadableStreamDefaultReader<Uint8Array>,
  shell: Shell,
): Promise<void> {
  try {
    for (;;) {
      const { value, done } = await input.read();
      if (done) break;
      await shell.write(value);
    }
    // Ctrl+D tells the shell that the input has ended.
    await shell.write(Uint8Array.of(4));
  } catch {
    // The shell has ended meanwhile.
  }
}

/** Sends the size of the terminal to the shell, now and after each change. Returns the function that stops this. */
function followSize(shell: Shell): () => void {
  let known = "";
  const look = () => {
    const size = sizeOf();
    const text = `${size?.columns} ${size?.rows}`;
    if (size === null || text === known) return;
    known = text;
    shell.resize(size);
  };
  look();
  // Not every system reports a change of the size.
  const timer = setInterval(look, LOOK);
  return () => clearInterval(timer);
}

function sizeOf(): { readonly columns: number; readonly rows: number } | null {
  try {
    return Deno.consoleSize();
  } catch {
    // Standard output is not a terminal.
    return null;
  }
}
