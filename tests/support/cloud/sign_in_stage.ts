import { deepEqual } from "node:assert/strict";
import { createDialogs } from "../../../src/core/app/features/dialogs/dialogs.ts";
import type { SignInServices } from "../../../src/core/app/features/sign_in/parts.ts";
import { createSignIn, type SignIn } from "../../../src/core/app/features/sign_in/sign_in.ts";
import { createToasts } from "../../../src/core/app/features/toasts/toasts.ts";
import { createWindows } from "../../../src/core/app/windows.ts";
import { type Cloud, createCloud } from "../../../src/core/aws/cloud.ts";
import type { AppState } from "../../../src/core/state/state.ts";
import { PAGES } from "../../../src/pages/registry.ts";
import { beginWait } from "../../runner/slowness.ts";
import { store } from "../../unit/core/app/fixtures.ts";
import type { FakeOptions } from "./fake_portal.ts";
import { onStage, PORTAL, type Stage } from "./stage.ts";

/** Configuration that names the portal. */
export const CONFIG = { ssoStartUrl: PORTAL.startUrl, ssoRegion: PORTAL.region };

/** A sign-in on a stage, the addresses that it opened in the browser, and its state. */
export interface SignInContext {
  readonly signIn: SignIn;
  readonly state: () => AppState;
  readonly opened: string[];
  readonly errors: unknown[];
  /** Waits until a condition holds; throws with the state after a minute, or more on a slow machine. */
  until(holds: (state: AppState) => boolean): Promise<void>;
  /** Returns the accounts of all sources, by source. */
  accounts(): Record<string, string[]>;
}

/** Runs `work` with the desktop's sign-in on a stage. Fails when an error is logged meanwhile. */
export async function withSignIn(
  options: FakeOptions,
  work: (context: SignInContext, stage: Stage) => Promise<void>,
  over: Partial<SignInServices> | ((stage: Stage) => Partial<SignInServices>) = {},
): Promise<void> {
  await onStage(options, async (stage) => {
    const kept = store();
    const windows = createWindows(kept, PAGES);
    createDialogs(kept, windows, () => null, Date.now);
    const toasts = createToasts(kept, Date.now);
    const opened: string[] = [], errors: unknown[] = [];
    const cache = `${stage.home}/cache`;
    const services: SignInServices = {
      cloud: ({ ssoStartUrl, ssoRegion }) =>
        Promise.resolve(
          createCloud(
            ssoStartUrl && ssoRegion ? { startUrl: ssoStartUrl, region: ssoRegion } : null,
            stage.files,
            stage.env,
          ),
        ),
      cache,
      usualMethod: () => "browser",
      async openAddress(address) {
        opened.push(address);
        // The user is already signed in there, and approves.
        const back = await fetch(address, { redirect: "manual" });
        await back.body?.cancel();
        void fetch(back.headers.get("location")!).then((page) => page.body?.cancel());
        return { ok: true };
      },
      onError: (error) => errors.push(error),
      now: Date.now,
      ...(typeof over === "function" ? over(stage) : over),
    };
    const clouds: Promise<Cloud | null>[] = [];
    const cloud: SignInServices["cloud"] = (config) => {
      const made = services.cloud(config);
      clouds.push(made);
      return made;
    };
    const signIn = createSignIn({ ...services, store: kept, windows, toasts, cloud });
    const context: SignInContext = {
      signIn,
      state: () => kept.get(),
      opened,
      errors,
      async until(holds) {
        const isOver = beginWait(60_000);
        while (!holds(kept.get())) {
          if (isOver()) {
            const { signIn, signingIn, windows, toasts } = kept.get();
            throw new Error(`never: ${holds} in ${JSON.stringify({ signIn, signingIn, windows, toasts })}`);
          }
          await new Promise((resolve) => setTimeout(resolve, 5));
        }
      },
      accounts: () =>
        Object.fromEntries(signIn.sources.map((one) => [one.source, one.accounts().map(({ id }) => id)])),
    };
    try {
      await work(context, stage);
      deepEqual(errors, []);
    } finally {
      signIn.close();
      // The list is saved some time later; the stage would be gone by then.
      for (const cloud of clouds) await (await (await cloud)?.portalAccounts(cache))?.saved();
      for (const toast of kept.get().toasts) toasts.dismiss(toast.id);
    }
  });
}
