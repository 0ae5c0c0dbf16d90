import type { Server } from "../../../config/config.ts";
import { clientLine } from "../../../sql/client_line.ts";
import { engineAndAddress } from "../../../sql/engines/mod.ts";
import { renamedServers } from "../../../state/known_servers.ts";
import { patched, without } from "../../../state/list.ts";
import { serverNamed } from "../../../state/selectors.ts";
import type { Writing } from "../../../state/store.ts";
import { NO_TRAFFIC, type TunnelState } from "../../../state/tunnels.ts";
import { wayText } from "../../../ways/address.ts";
import type { Tunnel, TunnelEvents } from "../../../ways/tunnel.ts";
import { type Way, WayError } from "../../../ways/way.ts";
import { wayWords } from "../../../ways/words.ts";
import { type CommandResult, refusal } from "../../../result.ts";
import { reachedPlainly, unknownServer } from "../../server_refusals.ts";
import type { Windows } from "../../windows.ts";

/** Services outside of the application that tunnels use. */
export interface TunnelServices {
  /**
   * Opens a port to `to` over a way; `port` 0 lets the system choose one. Throws as `openTunnel` of
   * `src/core/ways/tunnel.ts` does.
   */
  readonly openTunnel: (
    way: Way,
    to: { readonly host: string; readonly port: number },
    port: number,
    events: TunnelEvents,
  ) => Promise<Tunnel>;
  /** Returns the way of an address. */
  readonly wayOf: (via: string) => Way | Promise<Way>;
}

/** Tunnels for other programs. */
export type Tunnels = ReturnType<typeof createTunnels>;

/** Time between two updates of the traffic while connections are open, ms. */
const PACE = 1000;
/**
 * Range of preferred ports. A tunnel prefers the same port each time, so that saved connections of other
 * programs stay valid. Systems assign other ports above this range.
 */
const FIRST_PORT = 20_000, PORTS = 10_000;
/** Maximum number of tunnels. */
const MAX_COUNT = 50;

/** Makes the tunnels. */
export function createTunnels(
  { store, windows, openTunnel, wayOf, now, onError }: TunnelServices & {
    readonly store: Writing<"tunnels">;
    readonly windows: Pick<Windows, "open">;
    readonly now: () => number;
    readonly onError: (error: unknown) => void;
  },
) {
  const tunnels = store.slices.tunnels;
  const ends = new Map<string, () => Promise<void>>();
  const set = (id: string, change: Partial<TunnelState>) => tunnels.update((all) => patched(all, id, change));

  async function begin(id: string, server: Server & { readonly via: string }): Promise<void> {
    const { via, host, port } = server;
    const stop = new AbortController();
    const opened = Promise.withResolvers<Tunnel | null>();
    let timer: ReturnType<typeof setInterval> | undefined;
    ends.set(id, async () => {
      stop.abort();
      clearInterval(timer);
      await (await opened.promise)?.close();
    });
    const words = ({ code, message, hint }: WayError) => {
      const words = wayWords(via, server, code, message, hint);
      return { message: words.message, ...(words.hint ? { hint: words.hint } : {}) };
    };
    let tunnel: Tunnel | null = null;
    const tell = () => {
      if (!tunnel) return;
      const traffic = tunnel.traffic();
      if (traffic.connections === 0) {
        clearInterval(timer);
        timer = undefined;
      } else timer ??= setInterval(tell, PACE);
      set(id, { traffic });
    };
    const events: TunnelEvents = {
      onStep: (step) => set(id, { step }),
      onFault: (error) => void (stop.signal.aborted || set(id, { fault: words(error) })),
      onConnected() {
        tunnels.update((all) => all.map((one) => one.id === id ? withoutFault(one) : one));
        tell();
      },
      onClosed: tell,
      signal: stop.signal,
    };
    try {
      const way = await wayOf(via);
      const at = { host, port };
      tunnel = await openTunnel(way, at, preferredPort(server.name), events).catch((error) => {
        const { code } = error as { readonly code?: unknown };
        if (code !== "EADDRINUSE" && code !== "EACCES") throw error;
        return openTunnel(way, at, 0, events);
      });
      opened.resolve(tunnel);
      set(id, { status: "open", step: "", port: tunnel.port, line: clientLine(server, tunnel.port) });
    } catch (error) {
      opened.resolve(null);
      if (stop.signal.aborted) return;
      if (!(error instanceof WayError)) onError(error);
      const fault = error instanceof WayError ? words(error) : { message: (error as Error).message };
      set(id, { status: "failed", step: "", fault });
    }
  }

  const end = async (id: string) => {
    const ending = ends.get(id);
    ends.delete(id);
    tunnels.update((all) => without(all, (one) => one.id === id));
    await ending?.();
  };

  // A tunnel ends when its server's entry no longer leads to the same address over the same way.
  store.subscribe((state, before) => {
    if (state.config.value.servers === before.config.value.servers) return;
    const renamed = new Map(renamedServers(state, before));
    for (const { id, name, to, via } of tunnels.get()) {
      const was = serverNamed(before, name), is = serverNamed(state, renamed.get(name) ?? name);
      const same = is?.via !== undefined && addressOf(is) === to && wayText(is.via) === via;
      if (was && !same) void end(id).catch(onError);
      else if (is && is.name !== name) set(id, { name: is.name });
    }
  });

  function open(server: Server & { readonly via: string }, env: string | null): CommandResult {
    const to = addressOf(server), via = wayText(server.via);
    const known = tunnels.get().find((one) => one.name === server.name && one.to === to && one.via === via);
    windows.open("tunnels");
    if (known && known.status !== "failed") return { ok: true };
    if (known) void end(known.id).catch(onError);
    if (tunnels.get().length >= MAX_COUNT) {
      return refusal(`There are ${MAX_COUNT} tunnels already.`, "End one of them.");
    }
    const id = crypto.randomUUID();
    tunnels.update((all) => [...all, {
      ...{ id, name: server.name, to, via, env, status: "opening", step: "Opening the way…", since: now() },
      ...{ port: null, line: "", traffic: NO_TRAFFIC },
    }]);
    void begin(id, server).catch(onError);
    return { ok: true };
  }

  return {
    /** Opens a tunnel to a server that is reached over `via`. */
    open,
    /** Opens a tunnel to a server of the configuration and shows it. */
    openServer(name: string): CommandResult {
      const server = serverNamed(store.get(), name);
      if (!server) return unknownServer(name);
      const { via } = server;
      if (via === undefined) return reachedPlainly(server);
      return open({ ...server, via }, store.get().serverEnvs[name] ?? null);
    },
    async end(id: string): Promise<CommandResult> {
      await end(id);
      return { ok: true };
    },
    async close() {
      await Promise.all(tunnels.get().map(({ id }) => end(id)));
    },
  };
}

/** Returns engine and address of a server without the way. */
const addressOf = ({ via: _, ...server }: Server) => engineAndAddress(server);

const withoutFault = ({ fault: _, ...one }: TunnelState): TunnelState => one;

/** Returns the port that a server's tunnel gets whenever that port is free. */
function preferredPort(name: string): number {
  let hash = 0;
  for (const char of name) hash = (hash * 31 + char.codePointAt(0)!) % 4_294_967_291;
  return FIRST_PORT + hash % PORTS;
}
