/**
 * Names of log files: `EXTENSION~ACTION~TIME~RANDOM.log`, with `~cli` before the suffix for runs of the
 * command line. No id contains `~`, so that no two actions share a name.
 */
const NAME = /^([A-Za-z0-9._-]+~[A-Za-z0-9._-]+)~(\d{8}T\d{6}\.\d{3}Z)~[0-9a-f]{8}(~cli)?\.log$/;

/** The run that a log file belongs to. */
export interface LoggedRun {
  readonly extension: string;
  readonly action: string;
  /**
   * Set for runs of `--run`. A script may start hundreds of them, which must not push out the logs of the
   * tray's runs.
   */
  readonly fromCommandLine?: true;
}

/** Maximum characters of an id in a file name; file names have at most 255 bytes. */
const MAX_LENGTH = 90;

/** Returns a new name for the log of a run. */
export function logName({ extension, action, fromCommandLine }: LoggedRun, startedAt: number): string {
  const time = new Date(startedAt).toISOString().replace(/[-:]/g, "");
  const [of, by] = [extension.slice(0, MAX_LENGTH), action.slice(0, MAX_LENGTH)];
  return `${of}~${by}~${time}~${crypto.randomUUID().slice(0, 8)}${fromCommandLine ? "~cli" : ""}.log`;
}

/** The parts of a log file's name; `action` includes the extension. */
interface LogName extends Pick<LoggedRun, "fromCommandLine"> {
  readonly action: string;
  readonly time: string;
}

/**
 * Parses the name of a log file; null for other files. Names also come from outside as ids of runs, so only
 * plain names are accepted.
 */
export function parseLogName(name: string): LogName | null {
  const [, action, time, cli] = NAME.exec(name) ?? [];
  return action === undefined ? null : { action, time: time!, ...(cli && { fromCommandLine: true }) };
}
