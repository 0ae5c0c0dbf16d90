/** The names of log files: `EXTENSION~ACTION~TIME~RANDOM.log`. `~` stands in no id, so that no two actions share a name. */
const NAME = /^([A-Za-z0-9._-]+~[A-Za-z0-9._-]+)~(\d{8}T\d{6}\.\d{3}Z)~[0-9a-f]{8}\.log$/;

/** The most that a name takes of an id; files have names of at most 255 bytes. */
const LONGEST = 90;

/** A new name for the log of a run. */
export function logName(extension: string, action: string, startedAt: number): string {
  const time = new Date(startedAt).toISOString().replace(/[-:]/g, "");
  const [of, by] = [extension.slice(0, LONGEST), action.slice(0, LONGEST)];
  return `${of}~${by}~${time}~${crypto.randomUUID().slice(0, 8)}.log`;
}

/**
 * The action and the time of a log file; null for another file. Names come from outside too, as ids of runs: only a plain
 * name of a run's log file is one.
 */
export function parseLogName(name: string): { readonly action: string; readonly time: string } | null {
  const [, action, time] = NAME.exec(name) ?? [];
  return action === undefined ? null : { action, time: time! };
}
