/**
 * The names of log files: `EXTENSION~ACTION~TIME~RANDOM.log`, with `~cli` before the end for runs of the command line. `~`
 * stands in no id, so that no two actions share a name.
 */
const NAME = /^([A-Za-z0-9._-]+~[A-Za-z0-9._-]+)~(\d{8}T\d{6}\.\d{3}Z)~[0-9a-f]{8}(~cli)?\.log$/;

/** What a log file is the log of. */
export interface LoggedRun {
  readonly extension: string;
  readonly action: string;
  /** `--run` runs it: what a script starts by the hundred costs the runs of the tray no log. */
  readonly fromCommandLine?: true;
}

/** The most that a name takes of an id; files have names of at most 255 bytes. */
const LONGEST = 90;

/** A new name for the log of a run. */
export function logName({ extension, action, fromCommandLine }: LoggedRun, startedAt: number): string {
  const time = new Date(startedAt).toISOString().replace(/[-:]/g, "");
  const [of, by] = [extension.slice(0, LONGEST), action.slice(0, LONGEST)];
  return `${of}~${by}~${time}~${crypto.randomUUID().slice(0, 8)}${fromCommandLine ? "~cli" : ""}.log`;
}

/** What the name of a log file says. */
interface LogName extends Pick<LoggedRun, "fromCommandLine"> {
  readonly action: string;
  readonly time: string;
}

/**
 * Reads the name of a log file; null for another file. Names come from outside too, as ids of runs: only a plain name of a
 * run's log file is one.
 */
export function parseLogName(name: string): LogName | null {
  const [, action, time, cli] = NAME.exec(name) ?? [];
  return action === undefined ? null : { action, time: time!, ...(cli && { fromCommandLine: true }) };
}
