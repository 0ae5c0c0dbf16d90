import { type PastRun, wasCut } from "../../core/actions/mod.ts";
import type { App } from "../../core/app/app.ts";
import type { KedgePaths } from "../../core/paths.ts";
import { readStateFile, updateStateFile } from "../../core/state/state_file.ts";

/** How long the message about interrupted runs stays, in seconds. */
const SECONDS = 20;

/** Maximum runs named in that message. */
const NAMED = 3;

/**
 * The running Kedge, as recorded in state.json. A later start that finds the record knows that Kedge was
 * ended by force.
 */
export type LastSession = Awaited<ReturnType<typeof beginSession>>;

/** Records that this Kedge runs, and returns how the last one ended. */
export async function beginSession(paths: KedgePaths, now: number) {
  const { running } = await readStateFile(paths);
  await updateStateFile(paths, "running", () => now);
  return {
    /** Start time of the last Kedge if it was ended by force, in ms since 1970; null when it ended normally. */
    cutSince: typeof running === "number" ? running : null,
    /** Records that this Kedge ends normally. */
    end: async () => void await updateStateFile(paths, "running", () => undefined),
  };
}

/** Shows which runs ended with a Kedge that was ended by force, and where their output is. */
export function notifyCut(
  app: Pick<App, "store" | "tell">,
  cutSince: number | null,
  past: readonly PastRun[],
): void {
  // A run of the command line may still be active, because it does not belong to that Kedge.
  const cut = past.filter((run) =>
    cutSince !== null && run.startedAt >= cutSince && wasCut(run) && !run.fromCommandLine
  );
  if (cut.length === 0) return;
  const { extensions } = app.store.get();
  const names = cut.map(({ extension, action }) =>
    extensions.find(({ id }) => id === extension)?.actions.find(({ id }) => id === action)?.label ?? action
  );
  const named = [...new Set(names)];
  const more = named.length > NAMED ? " and more" : "";
  const which = named.slice(0, NAMED).map((name) => `“${name}”`).join(", ") + more;
  const [runs, output] = cut.length === 1
    ? ["A run was", "Its output"]
    : [`${cut.length} runs were`, "Their output"];
  app.tell(
    "Kedge was ended by force",
    `${runs} cut short: ${which}. ${output} is in the home window.`,
    SECONDS,
  );
}
