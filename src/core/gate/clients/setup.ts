import { type EditedFile, readEditedText, writeEditedText } from "../../files/edited_text.ts";
import { isFileError } from "../../files/errors.ts";
import { homeFolder } from "../../platform/home.ts";
import { findProgram, hostSystem } from "../../platform/mod.ts";
import { isTranslocated, TRANSLOCATED } from "../../platform/running_program.ts";
import { type AgentClient, agentClients, type ClientId } from "./clients.ts";
import {
  type Entry,
  type McpCommand,
  type SetupFault,
  type SetupPlan,
  unreadable,
  type Wanted,
} from "./entry.ts";
import { planSetup } from "./plan.ts";
import { isThere } from "../../files/there.ts";

/** Maximum bytes of a client's file; Claude Code's file also contains the history of its projects. */
const MAX_SIZE = 50 * 1024 * 1024;

/** A client, and whether its file contains Kedge. */
export interface FoundClient {
  readonly id: ClientId;
  readonly title: string;
  readonly file: string;
  /** Whether the client has been used on this computer, or its program is installed. */
  readonly found: boolean;
  /** `other` means that the entry of that name starts something else, for example another Kedge. */
  readonly setUp: "yes" | "no" | "other";
  /** Why the file is not changed; "" when it can be changed. */
  readonly fault: string;
}

/** Adds Kedge to clients, for the command line and for Settings. */
export interface ClientSetup {
  list(): Promise<readonly FoundClient[]>;
  /** Plans the change of a client's file. */
  plan(client: ClientId, how: SetupChange): Promise<SetupPlan & { readonly file: string } | SetupFault>;
  /** Plans the change again and writes it when it is still the one that was shown. */
  write(
    client: ClientId,
    how: SetupChange,
    shown: Pick<SetupPlan, "before" | "after">,
  ): Promise<{ readonly ok: true; readonly file: string } | SetupFault>;
  /** Restores the entry from before the last {@link write}, when the file still contains what that wrote. */
  undo(client: ClientId): Promise<{ readonly ok: true; readonly file: string } | SetupFault>;
}

/** Whether Kedge's entry is added to a client's file or removed from it. */
export type SetupChange = "add" | "remove";

/** Creates the set-up. `mcp` is the command with which a client starts this Kedge. */
export function createClientSetup(
  mcp: McpCommand,
  { home = homeFolder(), env = Deno.env.toObject() as Readonly<Record<string, string | undefined>> } = {},
): ClientSetup {
  const system = hostSystem().name;
  const clients = () => agentClients(home, env, system);
  const clientOf = (id: ClientId) => clients().find((client) => client.id === id)!;
  const wantedFor = (how: SetupChange) => how === "add" ? mcp : null;
  const edited = ({ file }: AgentClient): EditedFile => ({
    file,
    most: MAX_SIZE,
    hint: "Fix the file, or make the entry yourself.",
  });

  /** For each client the entry that the last write left, and the one before it. */
  const written = new Map<ClientId, { readonly left: string; readonly before: Entry | null }>();

  async function planned(client: AgentClient, wanted: Wanted) {
    let before: string;
    try {
      before = readEditedText(edited(client));
    } catch (error) {
      return fileFault(error);
    }
    const plan = await planSetup(client, before, wanted);
    return plan.ok ? { ...plan, original: before, file: client.file } : plan;
  }

  return {
    list: () =>
      Promise.all(
        clients().map(async (client) => {
          const plan = await planned(client, mcp);
          const found = client.traces.some(isThere) || await findProgram(client.program) !== null;
          return {
            id: client.id,
            title: client.title,
            file: client.file,
            found,
            setUp: !plan.ok || plan.before === "" ? "no" : plan.change === "same" ? "yes" : "other",
            fault: plan.ok ? "" : plan.message,
          };
        }),
      ),
    async plan(id, how) {
      if (how === "add" && isTranslocated(mcp.command[0])) return { ok: false, ...TRANSLOCATED };
      const plan = await planned(clientOf(id), wantedFor(how));
      if (!plan.ok) return plan;
      const { original: _, ...shown } = plan;
      return shown;
    },
    async write(id, how, shown) {
      const client = clientOf(id);
      const plan = await planned(client, wantedFor(how));
      if (!plan.ok) return plan;
      if (plan.before !== shown.before || plan.after !== shown.after) {
        return unreadable(client, "it was changed since it was shown");
      }
      const done = await save(client, plan);
      if (done.ok && plan.change !== "same") written.set(id, { left: plan.after, before: plan.old });
      return done;
    },
    async undo(id) {
      const client = clientOf(id);
      const last = written.get(id);
      if (!last) return { ok: false, message: "There is nothing to take back.", hint: "" };
      const plan = await planned(client, last.before && { exactly: last.before });
      if (!plan.ok) return plan;
      if (plan.before !== last.left) return unreadable(client, "its entry was changed since");
      const done = await save(client, plan);
      if (done.ok) written.delete(id);
      return done;
    },
  };

  async function save(client: AgentClient, plan: SetupPlan & { readonly original: string }) {
    if (plan.change === "same") return { ok: true, file: client.file } as const;
    try {
      await writeEditedText(edited(client), plan.original, plan.text);
    } catch (error) {
      return fileFault(error);
    }
    return { ok: true, file: client.file } as const;
  }
}

/** Returns the fault of a client's file; another error is thrown on. */
function fileFault(error: unknown): SetupFault {
  if (!isFileError(error)) throw error;
  return { ok: false, message: error.message, hint: error.hint };
}
