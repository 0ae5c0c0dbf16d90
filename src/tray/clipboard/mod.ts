import { hostSystem, sessionType } from "../../core/platform/mod.ts";
import type { Secret } from "../../core/secret.ts";
import { type Clipboard, type HeldSelection, MAX_BYTES } from "./backend.ts";
import { darwinClipboard } from "./darwin.ts";
import { linuxClipboard } from "./linux.ts";
import { windowsClipboard } from "./windows.ts";
import { byteSize } from "../../core/text/byte_size.ts";

/** How long a secret stays on the clipboard, in seconds. */
const SECONDS = 45;

/**
 * Result of a copy. `seconds` is the time until the text is cleared; `marked` tells whether clipboard
 * managers are asked not to keep the text.
 */
type Copied =
  | { readonly ok: true; readonly seconds: number; readonly marked: boolean }
  | { readonly ok: false; readonly error: string; readonly hint: string };

/** The clipboard for secrets. A secret that is still on the clipboard is cleared after a while and when Kedge ends. */
export interface SecretClipboard {
  /** Replaces the content of the clipboard with the secret. */
  copy(secret: Secret): Promise<Copied>;
  /**
   * Clears a secret that is still on the clipboard, after waiting for a copy that is in progress. Later
   * copies fail.
   */
  close(): Promise<void>;
}

/** Creates the clipboard of this system. The clipboard is not touched until something is copied. */
export function createSecretClipboard(
  clipboard: Clipboard = systemClipboard(),
  seconds: number = SECONDS,
): SecretClipboard {
  let owned: HeldSelection | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Whether Kedge is ending. Copies are refused then, because nothing would clear them. */
  let closed = false;
  /** Runs copies and clears one after the other, because clearing an old text must not remove a newer one. */
  let turn: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const done = turn.then(work);
    turn = done.catch(() => {});
    return done;
  };

  async function clear(): Promise<void> {
    clearTimeout(timer);
    const was = owned;
    owned = null;
    await was?.clear();
  }

  return {
    copy: (secret) =>
      inTurn(async () => {
        if (closed) return { ok: false, error: "Kedge is ending.", hint: "Start it again, then copy again." };
        if (new TextEncoder().encode(secret.open()).length > MAX_BYTES) {
          return {
            ok: false,
            error: "This is too long for the clipboard.",
            hint: `At most ${byteSize(MAX_BYTES)} are copied.`,
          };
        }
        // The old content stays until the new one replaces it, so that a failed copy does not leave the
        // clipboard empty.
        const result = await clipboard.hold(secret);
        if ("error" in result) return { ok: false, ...result };
        await clear();
        owned = result;
        timer = setTimeout(() => void inTurn(async () => owned === result && await clear()), seconds * 1000);
        return { ok: true, seconds, marked: result.marked };
      }),
    close() {
      closed = true;
      return inTurn(clear);
    },
  };
}

function systemClipboard(): Clipboard {
  const system = hostSystem().name;
  if (system === "windows") return windowsClipboard();
  return system === "darwin" ? darwinClipboard() : linuxClipboard(sessionType, Deno.env.toObject());
}
