import type { Client } from "../../../client/mod.ts";

/** Milliseconds after a change until the text is saved. */
const PACE = 250;

/** Keys that begin what closes a window, such as Alt+F4. The Windows key is `Meta` or `Super`. */
const MODIFIERS: ReadonlySet<string> = new Set(["Alt", "Control", "Meta", "Super"]);

/**
 * Saves the texts of tabs soon after they change. A text that could not be saved is sent again. `failed` is
 * called with the reason why a text was not saved, or null once all are saved.
 */
export function createTexts(
  client: Pick<Client, "send" | "status">,
  server: string,
  failed: (why: string | null) => void,
) {
  const waiting = new Map<string, string>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** Saves all pending texts now. */
  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    for (const [tab, text] of [...waiting]) {
      waiting.delete(tab);
      void client.send({ name: "keepQueryText", server, tab, text }).then((result) => {
        if (result.ok) return failed(null);
        // Send the text again after a reconnection, unless a newer one has replaced it.
        if (!waiting.has(tab) && client.status.get() !== "open") waiting.set(tab, text);
        failed(result.error);
      });
    }
  }

  const stop = client.status.subscribe(() => {
    if (client.status.get() === "open" && waiting.size > 0) flush();
  });
  // These keys may close the window, and Kedge takes no text from a closed one. A key that is held sends the
  // text once.
  const beforeShortcut = ({ key, repeat, altKey, ctrlKey, metaKey }: KeyboardEvent) => {
    if (!repeat && (altKey || ctrlKey || metaKey || MODIFIERS.has(key))) flush();
  };
  const page = document.documentElement;
  addEventListener("keydown", beforeShortcut, true);
  // The pointer leaves the page on its way to the button that closes the window.
  page.addEventListener("mouseleave", flush);
  addEventListener("blur", flush);
  addEventListener("pagehide", flush);
  return {
    changed(tab: string, text: string): void {
      waiting.set(tab, text);
      timer ??= setTimeout(flush, PACE);
    },
    flush,
    close(): void {
      flush();
      stop();
      removeEventListener("keydown", beforeShortcut, true);
      page.removeEventListener("mouseleave", flush);
      removeEventListener("blur", flush);
      removeEventListener("pagehide", flush);
    },
  };
}
