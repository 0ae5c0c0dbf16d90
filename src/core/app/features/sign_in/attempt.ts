import type { PortalSession } from "../../../aws/session/session.ts";
import { CloudError } from "../../../aws/errors.ts";
import { lazyImport } from "../../../lazy_import.ts";
import type { SignInAsker, SigningIn } from "../../../state/state.ts";
import { type Ask, currentAsk, renew } from "../../asks.ts";
import { type CommandResult, type Refusal, refusal } from "../../../result.ts";
import { NO_PORTAL, type SignInMethod, type SignInParts } from "./parts.ts";

const PAGE = "sign_in";

/**
 * Makes the current sign-in, at most one at a time, and keeps the work that waits for it. `look` checks who
 * is signed in now.
 */
export function createAttempt(
  { store, windows, openAddress, onError }: SignInParts,
  sessionNow: () => Promise<PortalSession | null>,
  look: () => Promise<void>,
) {
  const state = store.slices.signingIn;
  const waiting = new Map<
    string,
    { readonly resolve: (signedIn: boolean) => void; readonly ask: Ask | undefined }
  >();
  let running: { readonly method: SignInMethod; readonly stop: AbortController; address?: string } | null =
    null;

  /** Shows the step of the sign-in. Fields of the step before are dropped. */
  const show = (step: Omit<SigningIn, "askers">) => state.update(({ askers }) => ({ ...step, askers }));

  async function run(method: SignInMethod, stop: AbortController): Promise<void> {
    const isCurrent = () => running?.stop === stop;
    let noBrowser = false;
    try {
      const session = await sessionNow();
      if (!session) return fail(NO_PORTAL);
      const { signIn } = await lazyImport<typeof import("../../../aws/sign_in/sign_in.ts")>(
        "../../../aws/sign_in/sign_in.ts",
        import.meta.url,
      );
      await signIn(session, {
        method,
        signal: stop.signal,
        async show(prompt) {
          if (!isCurrent()) return;
          running!.address = prompt.kind === "browser" ? prompt.address : prompt.completeAddress;
          const { kind } = prompt;
          const device = kind === "device" ? { code: prompt.code, address: prompt.address } : {};
          show({ step: kind, until: prompt.until, ...device });
          // A code works on any machine, so the browser here opens only on request.
          if (kind === "device") return;
          const opened = await openAddress(prompt.address);
          if (opened.ok || !isCurrent()) return;
          noBrowser = true;
          stop.abort();
        },
      });
      if (isCurrent()) await look();
      // A successful check has ended this attempt already, so the user is still signed out.
      if (isCurrent()) {
        fail(refusal("The sign-in ended at once.", "Check this computer's clock."));
      }
    } catch (error) {
      if (noBrowser && isCurrent()) return start("device");
      if (!isCurrent()) return;
      if (!(error instanceof CloudError)) throw error;
      if (error.code === "cancelled") return show({ step: "idle" });
      fail(refusal(error.sentence, error.hint));
    } finally {
      if (isCurrent()) running = null;
    }
  }

  function fail({ ok: _, ...failure }: Refusal): void {
    show({ step: "idle", failure });
  }

  function start(method: SignInMethod): void {
    running?.stop.abort();
    const stop = new AbortController();
    running = { method, stop };
    show({ step: "starting" });
    run(method, stop).catch((error) => {
      onError(error);
      fail(refusal("Kedge failed at the sign-in.", "The log file says more."));
    });
  }

  function settle(signedIn: boolean): void {
    const all = [...waiting.values()];
    waiting.clear();
    state.update(() => ({ step: "idle", askers: [] }));
    windows.closeWhere(({ page }) => page === PAGE);
    for (const { resolve } of all) resolve(signedIn);
  }

  function leave(id: string): void {
    if (!waiting.delete(id)) return;
    state.update((now) => ({ ...now, askers: now.askers.filter((asker) => asker.id !== id) }));
    // Nobody waits for a sign-in any more, and the user did not begin one.
    if (waiting.size === 0 && !running) settle(false);
  }

  function wait(asker: SignInAsker, signal: AbortSignal, open = true): Promise<boolean> {
    if (signal.aborted) return Promise.resolve(false);
    const { promise, resolve } = Promise.withResolvers<boolean>();
    waiting.set(asker.id, { resolve, ask: currentAsk() });
    if (open) {
      state.update((now) => ({ ...now, askers: [...now.askers, asker] }));
      windows.open(PAGE);
    }
    const abandon = () => {
      leave(asker.id);
      resolve(false);
    };
    signal.addEventListener("abort", abandon, { once: true });
    return promise.finally(() => signal.removeEventListener("abort", abandon));
  }

  return {
    begin(method: SignInMethod): CommandResult {
      windows.open(PAGE);
      // The waiting commands continue because of this press.
      for (const { ask } of waiting.values()) renew(ask);
      if (running?.method !== method) start(method);
      return { ok: true };
    },
    async openAgain(): Promise<CommandResult> {
      if (running?.address) return await openAddress(running.address);
      return refusal("No sign-in is under way.");
    },
    cancel() {
      running?.stop.abort();
      running = null;
      settle(false);
    },
    /** Ends the attempt because somebody is signed in, by this or another sign-in. */
    done() {
      running?.stop.abort();
      running = null;
      settle(true);
    },
    wait,
    async underWay(signal: AbortSignal) {
      return running !== null && await wait({ id: crypto.randomUUID(), what: "", why: "" }, signal, false);
    },
  };
}
