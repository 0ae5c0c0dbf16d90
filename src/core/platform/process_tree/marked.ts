/** Finds the processes whose environment holds `NAME=value`, also when they left their group or parent. */
export interface MarkedProcesses {
  /** `since` is a process that is older than all of them; without it all are looked at. */
  find(name: string, value: string, since?: number): Promise<number[]>;
}
