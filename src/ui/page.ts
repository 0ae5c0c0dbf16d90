import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Command, CommandResult } from "../core/app/command.ts";
import type { Common } from "../pages/page.ts";
import type { Client } from "./client/mod.ts";

/** The properties of every page: its model and its connection to Kedge. */
export interface PageProps<M extends Common> {
  readonly model: M;
  readonly client: Client<M>;
}

/** The result of a refused command, with its message for the user. */
export type Failure = Extract<CommandResult, { ok: false }>;

/** Sends commands. `busy` is true while one is pending; `failure` is the newest error; a later success clears it. */
export interface Sender {
  readonly busy: boolean;
  readonly failure: Failure | null;
  send(command: Command): Promise<CommandResult>;
  /** Tracks any other request in the same way. */
  track(result: Promise<CommandResult>): Promise<CommandResult>;
  clear(): void;
}

/** Creates the sender of a page. Its functions stay the same between renderings. */
export function useSender(client: Pick<Client, "send">): Sender {
  const [busy, setBusy] = useState(0);
  const [failure, setFailure] = useState<Failure | null>(null);
  const newest = useRef<Failure | null>(null);
  const does = useMemo(() => {
    const show = (failure: Failure | null) => setFailure(newest.current = failure);
    const track = async (pending: Promise<CommandResult>) => {
      const before = newest.current;
      setBusy((n) => n + 1);
      const result = await pending;
      setBusy((n) => n - 1);
      // A failure that occurred after this command was sent stays visible.
      if (!result.ok) show(result);
      else if (newest.current === before) show(null);
      return result;
    };
    return { track, send: (command: Command) => track(client.send(command)), clear: () => show(null) };
  }, [client]);
  return { busy: busy > 0, failure, ...does };
}

/**
 * Returns the newest answer of `ask`, which is called again once an entry of `of` has changed and then stayed the same
 * for `pause` ms. Answers to older questions, and undefined, are ignored. Null asks nothing.
 */
export function useAnswer<T>(
  ask: (() => Promise<T | undefined>) | null,
  of: readonly unknown[],
  pause = 0,
): T | undefined {
  const [answer, setAnswer] = useState<T>();
  useEffect(() => {
    if (!ask) return;
    let current = true;
    const go = async () => {
      const found = await ask();
      if (current && found !== undefined) setAnswer(() => found);
    };
    const timer = pause === 0 ? void go() : setTimeout(go, pause);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, of);
  return answer;
}

/**
 * Returns the current time in milliseconds since 1970, updated every `every`
 * milliseconds while `on`, for elapsed times.
 */
export function useNow(on: boolean, every = 1000): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!on) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), every);
    return () => clearInterval(timer);
  }, [on, every]);
  return now;
}
