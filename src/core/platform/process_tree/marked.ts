/** Finds the processes whose environment contains `NAME=value`, even when they left their group or parent. */
export interface MarkedProcesses {
  /** `since` is a process that is older than all of them; without it all processes are read. */
  find(name: string, value: string, since?: number): Promise<number[]>;
}
