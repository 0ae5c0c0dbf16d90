import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Command, CommandResult } from "../core/app/command.ts";
import type { Common } from "../pages/page.ts";
import type { Client } from "./client/mod.ts";

/** What a page is made from: what it shows, and its line to Kedge. */
export interface PageProps<M extends Common> {
  readonly model: M;
  readonly client: Client<M>;
}

/** A command that was refused: what to tell the user. */
export type Failure = Extract<CommandResult, { ok: false }>;

/** Sends commands one at a time: what is on its way (to show that it works) and why the last one failed. */
export interface Sender {
  readonly busy: boolean;
  readonly failure: Failure | null;
  send(command: Command): Promise<CommandResult>;
  /** Follows any other request in the same way. */
  track(result: Promise<CommandResult>): Promise<CommandResult>;
  clear(): void;
}

/** Makes a page's sender; its functions stay the same. */
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
      // A failure since this was sent stays to be read.
      if (!result.ok) show(result);
      else if (newest.current === before) show(null);
      return result;
    };
    return { track, send: (command: Command) => track(client.send(command)), clear: () => show(null) };
  }, [client]);
  return { busy: busy > 0, failure, ...does };
}

/** The time, anew every `every` ms while `on`: for what shows how long something takes. */
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
