import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { ClientId } from "../../../core/gate/clients/clients.ts";
import type { FoundClient, SetupChange } from "../../../core/gate/clients/setup.ts";
import type { SettingsModel } from "../../../pages/settings/page.ts";
import type { Client } from "../../client/mod.ts";
import { type Failure, useSender } from "../../page.ts";
import { CheckBox } from "../../parts/check_box.tsx";
import { Button, ErrorState, List, Notice, Row, Skeleton } from "../../system/mod.ts";
import { type Plan, PlanView } from "./plan.tsx";

/** A client whose entry was just written or removed. */
interface Done {
  readonly client: FoundClient;
  readonly words: string;
  readonly undo: boolean;
}

/** Lets agents connect or not, and sets up their clients. */
export function AgentsSection({ on, client }: { on: boolean; client: Client<SettingsModel> }): JSX.Element {
  const sender = useSender(client);
  const [found, setFound] = useState<readonly FoundClient[] | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [plan, setPlan] = useState<Plan | null>(null);
  const [done, setDone] = useState<Done | null>(null);
  const body = useRef<HTMLDivElement>(null);
  /** The client whose button gets the focus when its plan is closed. */
  const left = useRef<ClientId | null>(null);
  const look = async () => {
    const result = await client.send({ name: "findAgentClients" });
    setFailure(result.ok ? null : result);
    if (result.ok) setFound(result.value as readonly FoundClient[]);
  };
  useEffect(() => void look(), []);
  useLayoutEffect(() => {
    if (plan !== null || left.current === null) return;
    body.current?.querySelector<HTMLElement>(`[data-client="${left.current}"] button`)?.focus();
    left.current = null;
  }, [plan]);

  const show = async (one: FoundClient, how: SetupChange) => {
    setDone(null);
    const result = await sender.send({ name: "planAgentClient", client: one.id, how });
    if (result.ok) setPlan({ ...result.value as Omit<Plan, "client" | "how">, client: one, how });
  };
  const leave = () => {
    left.current = plan?.client.id ?? null;
    sender.clear();
    setPlan(null);
  };
  const write = async ({ client, how, before, after }: Plan) => {
    const command = { name: "setUpAgentClient", client: client.id, how, before, after } as const;
    if (!(await sender.send(command)).ok) return;
    setDone({
      client,
      undo: true,
      words: how === "add"
        ? `${client.title} is set up: restart it.${on ? "" : " Agents get in once you let them, above."}`
        : `${client.title} does not start Kedge any more.`,
    });
    await look();
    leave();
  };
  const undo = async ({ client }: Done) => {
    if (!(await sender.send({ name: "undoAgentClient", client: client.id })).ok) return;
    setDone({ client, undo: false, words: `The file of ${client.title} says what it said before.` });
    await look();
  };

  if (plan !== null) {
    return (
      <PlanView
        key={plan.client.id}
        plan={plan}
        sender={sender}
        onWrite={() => void write(plan)}
        onLeave={leave}
      />
    );
  }
  return (
    <div class="column" ref={body}>
      <CheckBox
        name="agents"
        label="Let agents in"
        help="They may ask, and you decide about each account, server and action. Off, nothing runs for them."
        on={on}
        autoFocus
        onChange={(on) => void sender.send({ name: "switchGate", on })}
      />
      <p class="row wrap">
        <Button onClick={() => void sender.send({ name: "openWindow", page: "agents" })}>
          Open Agents
        </Button>
        <span class="quiet small">Who works, what they did, what you granted.</span>
      </p>
      <section class="column preview entries" aria-label="Clients">
        <h2>Clients</h2>
        <p class="quiet small words">
          A client starts Kedge's gate by an entry in its own configuration file. You see what would be
          written before it is; everything else in the file stays.
        </p>
        {sender.failure && <Notice tone="danger" message={sender.failure.error} hint={sender.failure.hint} />}
        <div role="status">
          {done && (
            <Notice tone="ok" message={done.words}>
              {done.undo && <Button compact onClick={() => void undo(done)}>Undo</Button>}
            </Notice>
          )}
        </div>
        {failure
          ? (
            <ErrorState title="The clients could not be read" why={failure.error} hint={failure.hint}>
              <Button compact onClick={() => void look()}>Try again</Button>
            </ErrorState>
          )
          : found === null
          ? <Skeleton rows={5} />
          : (
            <List label="Clients">
              {found.map((one) => (
                <div key={one.id} data-client={one.id}>
                  <ClientRow one={one} onShow={(how) => void show(one, how)} />
                </div>
              ))}
            </List>
          )}
      </section>
    </div>
  );
}

/** One client: whether it is set up for Kedge, with the buttons that change that. */
function ClientRow({ one, onShow }: { one: FoundClient; onShow: (how: SetupChange) => void }): JSX.Element {
  const { title, setUp, fault, file } = one;
  const set = setUp === "other" ? `Change ${title}…` : `Set up ${title}…`;
  return (
    <Row
      title={file}
      tools={fault !== ""
        ? undefined
        : setUp === "yes"
        ? <Button compact onClick={() => onShow("remove")}>Remove from {title}…</Button>
        : <Button compact onClick={() => onShow("add")}>{set}</Button>}
    >
      <span class="name">{title}</span>
      <span class={fault === "" ? "quiet cut" : "danger-text small words"}>{fault || stateOf(one)}</span>
    </Row>
  );
}

function stateOf({ setUp, found }: FoundClient): string {
  if (setUp === "yes") return "set up";
  if (setUp === "other") return "starts another Kedge";
  return found ? "not set up" : "not found on this computer";
}
