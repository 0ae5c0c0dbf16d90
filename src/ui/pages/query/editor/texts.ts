import type { Client } from "../../../client/mod.ts";

/** How long typing goes on before the text is saved, in ms. */
const PACE = 250;

/** Saves the texts of tabs soon after they change; a text that could not be saved is sent again. */
interface Texts {
  changed(tab: string, text: string): void;
  /** Hands over everything that waits, now. */
  flush(): void;
  close(): void;
}

/** Makes what keeps texts; `failed` hears why one was not kept, null once all are. */
export function createTexts(
  client: Pick<Client, "send" | "status">,
  server: string,
  failed: (why: string | null) => void,
): Texts {
  const waiting = new Map<string, string>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    for (const [tab, text] of [...waiting]) {
      waiting.delete(tab);
      void client.send({ name: "keepQueryText", server, tab, text }).then((result) => {
        if (result.ok) return failed(null);
        // A newer text has taken its place, or a lost line comes back.
        if (!waiting.has(tab) && client.status.get() !== "open") waiting.set(tab, text);
        failed(result.error);
      });
    }
  }

  const stop = client.status.subscribe(() => {
    if (client.status.get() === "open" && waiting.size > 0) flush();
  });
  addEventListener("blur", flush);
  addEventListener("pagehide", flush);
  return {
    changed(tab, text) {
      waiting.set(tab, text);
      timer ??= setTimeout(flush, PACE);
    },
    flush,
    close() {
      flush();
      stop();
      removeEventListener("blur", flush);
      removeEventListener("pagehide", flush);
    },
  };
}
