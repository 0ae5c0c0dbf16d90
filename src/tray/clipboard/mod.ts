import { hostSystem, sessionType } from "../../core/platform/mod.ts";
import type { Secret } from "../../core/secret.ts";
import { type Clipboard, type HeldSelection, MOST } from "./backend.ts";
import { darwinClipboard } from "./darwin.ts";
import { linuxClipboard } from "./linux.ts";
import { windowsClipboard } from "./windows.ts";

/** A secret stays on the clipboard for this long, in seconds. */
const SECONDS = 45;

/** How putting a secret on the clipboard ended. `marked`: programs that keep what was copied are told not to keep this. */
type Copied =
  | { readonly ok: true; readonly seconds: number; readonly marked: boolean }
  | { readonly ok: false; readonly error: string; readonly hint: string };

/** The clipboard for everything that must not stay there: it is cleared after a while, if it is still there, and at the end. */
export interface SecretClipboard {
  /** Puts it there, in the place of whatever was there. */
  copy(secret: Secret): Promise<Copied>;
  /** Clears what is still there, also what is just being copied; nothing is copied any more. */
  close(): Promise<void>;
}

/** Makes the clipboard of this system; nothing is touched until something is copied. */
export function createSecretClipboard(
  clipboard: Clipboard = systemClipboard(),
  seconds: number = SECONDS,
): SecretClipboard {
  let held: HeldSelection | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Kedge is ending: a copy could not be cleared any more. */
  let closed = false;
  /** One after the other: a text that is cleared must not take a newer one with it. */
  let turn: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const done = turn.then(work);
    turn = done.catch(() => {});
    return done;
  };

  async function clear(): Promise<void> {
    clearTimeout(timer);
    const was = held;
    held = null;
    await was?.clear();
  }

  return {
    copy: (secret) =>
      inTurn(async () => {
        if (closed) return { ok: false, error: "Kedge is ending.", hint: "Start it again, then copy again." };
        if (new TextEncoder().encode(secret.open()).length > MOST) {
          return {
            ok: false,
            error: "This is too long for the clipboard.",
            hint: `At most ${MOST / 1000} kB are copied.`,
          };
        }
        // The old content stays until the new one takes its place: a clipboard is never empty for nothing.
        const result = await clipboard.hold(secret);
        if ("error" in result) return { ok: false, ...result };
        await clear();
        held = result;
        timer = setTimeout(() => void inTurn(async () => held === result && await clear()), seconds * 1000);
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
