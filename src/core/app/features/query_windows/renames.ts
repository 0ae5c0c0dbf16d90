import type { QueryTexts } from "../../../sql/query_window/types.ts";
import type { PastQuery } from "../../../state/query_window.ts";
import type { Slice } from "../../../state/store.ts";
import type { QueryServices } from "./parts.ts";

/** Moves what is kept of servers to their new names; for an open window once it is closed. */
export function createRenames(
  { textsOf, past, renameQueries, onError }: Pick<QueryServices, "renameQueries" | "onError"> & {
    /** Returns the texts of a window that is open or still being written. */
    readonly textsOf: (server: string) => QueryTexts | undefined;
    readonly past: Slice<readonly PastQuery[]>;
  },
) {
  let moving: Promise<unknown> = Promise.resolve();
  /** The new names of servers whose windows are open under their old ones. */
  const waiting = new Map<string, string>();

  async function move(from: string, to: string): Promise<void> {
    await textsOf(from)?.flush();
    await renameQueries(from, to);
    past.update((all) => all.map((one) => one.server === from ? { ...one, server: to } : one));
  }

  function begin(from: string, to: string, after?: Promise<unknown>): void {
    moving = Promise.all([moving, after]).then(() => move(from, to)).catch(onError);
  }

  return {
    /** Settles when everything is moved. A window opens only after that. */
    moved: () => moving,
    /** Takes note of a server's new name. */
    add(from: string, to: string, isOpen: boolean): void {
      for (const [open, name] of waiting) if (name === from) waiting.set(open, to);
      if (isOpen) waiting.set(from, to);
      else begin(from, to);
    },
    /** Returns the present name of the server of a window. */
    nameOf: (server: string) => waiting.get(server) ?? server,
    /** Moves what is kept of a window that is closing; settles when both are done. */
    closed(server: string, closing: Promise<unknown>): Promise<unknown> {
      const to = waiting.get(server);
      if (to === undefined) return closing;
      waiting.delete(server);
      begin(server, to, closing);
      return moving;
    },
    /** Moves what is kept of windows that were open to the end. */
    end(): Promise<unknown> {
      for (const [from, to] of waiting) begin(from, to);
      return moving;
    },
  };
}
