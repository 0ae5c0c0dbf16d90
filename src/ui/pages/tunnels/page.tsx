import type { JSX } from "preact";
import type { TunnelsModel } from "../../../pages/tunnels/page.ts";
import type { TunnelState } from "../../../core/state/tunnels.ts";
import { type PageProps, useNow, useSender } from "../../page.ts";
import {
  Button,
  CopyButton,
  EmptyState,
  EnvPill,
  List,
  Notice,
  Row,
  Section,
  useEscape,
} from "../../system/mod.ts";
import { count, size } from "../../text/format.ts";
import { seen } from "../../text/visible.tsx";

/** Tunnels for other programs: their addresses, their traffic, and a button that ends each. */
export default function TunnelsPage({ model, client }: PageProps<TunnelsModel>): JSX.Element {
  const { tunnels, others, window } = model;
  const sender = useSender(client);
  const close = () => void client.send({ name: "closeWindow", window: window.id });
  useEscape(close);
  return (
    <div class="window">
      {sender.failure && <Notice tone="danger" message={sender.failure.error} hint={sender.failure.hint} />}
      {tunnels.length === 0 && others.length === 0
        ? (
          <EmptyState
            icon="server"
            title="No tunnel is open"
            text="“Tunnel” on the page of a private database, or of a server with a way in, gives your other programs a port of this computer that leads there."
          />
        )
        : (
          <div class="scroll grow form-body">
            {tunnels.length > 0 && (
              <section class="column" aria-label="Tunnels">
                {tunnels.map((tunnel) => (
                  <Tunnel
                    key={tunnel.id}
                    tunnel={tunnel}
                    onEnd={() => void sender.send({ name: "endTunnel", tunnel: tunnel.id })}
                  />
                ))}
              </section>
            )}
            {others.length > 0 && (
              <>
                <Section title={tunnels.length > 0 ? "Others" : "Servers that are reached over a way"} />
                <List label="Servers without a tunnel">
                  {others.map(({ name, env }) => (
                    <Row
                      key={name}
                      tools={
                        <Button
                          compact
                          label={`Open a tunnel to ${name}`}
                          onClick={() => void sender.send({ name: "openTunnel", server: name })}
                        >
                          Open
                        </Button>
                      }
                    >
                      <span class="cut grow">{seen(name)}</span>
                      <EnvPill env={env} />
                    </Row>
                  ))}
                </List>
              </>
            )}
          </div>
        )}
      <div class="bar foot">
        <span class="grow quiet small">A port answers only your own programs. Tunnels end with Kedge.</span>
        <Button autoFocus onClick={close}>Close</Button>
      </div>
    </div>
  );
}

function Tunnel({ tunnel, onEnd }: { tunnel: TunnelState; onEnd: () => void }): JSX.Element {
  const { name, env, to, via, status, step, since, port, line, traffic, fault } = tunnel;
  const seconds = Math.floor((useNow(status === "opening") - since) / 1000);
  const end = status === "opening" ? "Cancel" : status === "failed" ? "Remove" : "End";
  return (
    <section class="column tunnel" aria-label={name}>
      <div class="row">
        <strong class="cut">{seen(name)}</strong>
        <EnvPill env={env} />
        <span class="grow" />
        <Button compact label={`${end} the tunnel to ${name}`} onClick={onEnd}>{end}</Button>
      </div>
      <span class="quiet small words">{seen(`${to} through ${via}`)}</span>
      {status === "opening" && (
        <div class="row small" role="status">
          <span class="spinner" />
          <div class="words">
            {seen(step)} {seconds > 1 && <span class="quiet" aria-hidden="true">{seconds} s</span>}
          </div>
        </div>
      )}
      {port !== null && (
        <>
          <div class="row">
            <code class="mono">127.0.0.1:{port}</code>
            <CopyButton kind="bare" compact label="Copy the port" text={() => String(port)} />
            <span class="grow" />
            <span class="quiet small numbers">
              {count(traffic.connections, "connection")} · {size(traffic.received)} in, {size(traffic.sent)}
              {" "}
              out
            </span>
          </div>
          <div class="row">
            <code class="mono small words grow">{seen(line)}</code>
            <CopyButton kind="bare" compact label="Copy the line" text={() => line} />
          </div>
        </>
      )}
      {fault && (
        <Notice tone={status === "failed" ? "danger" : "caution"} message={fault.message} hint={fault.hint} />
      )}
    </section>
  );
}
