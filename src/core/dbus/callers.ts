import { mayCall, processPeer } from "../platform/peer/mod.ts";
import type { Value } from "./value.ts";
import { DBUS } from "./match.ts";

/** Asks the bus itself about one of its names. */
type AskBus = (
  call: {
    readonly destination: string;
    readonly path: string;
    readonly interface: string;
    readonly member: string;
    readonly signature: string;
    readonly body: readonly Value[];
  },
) => Promise<readonly Value[]>;

/** Maximum callers remembered; the bus never reuses their names. */
const MAX_CALLERS = 200;

/**
 * Returns a function that tells whether the owner of a unique name may call the served objects. The bus knows
 * the owner's process from the kernel. An owner that has disconnected, or that the bus does not know, may not
 * call. Answers come in the order of the questions.
 */
export function createCallers(ask: AskBus): (name: string) => Promise<boolean> {
  const known = new Map<string, Promise<number>>();
  return async (name) => {
    let process = known.get(name);
    if (process === undefined) {
      process = ask({ ...DBUS, member: "GetConnectionUnixProcessID", signature: "s", body: [name] })
        .then(([pid]) => Number(pid), () => 0);
      if (known.size >= MAX_CALLERS) known.clear();
      known.set(name, process);
    }
    return mayCall(processPeer(await process));
  };
}
