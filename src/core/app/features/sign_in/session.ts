import type { Cloud } from "../../../aws/cloud.ts";
import { CloudError, needsSignIn } from "../../../aws/errors.ts";
import { RENEW_BEFORE, type SessionStatus } from "../../../aws/session/session.ts";
import { watchAwsFiles } from "../../../aws/session/watch.ts";
import { clockSkew, skewWords } from "../../../aws/wire/clock.ts";
import { reuse } from "../../../state/selector.ts";
import type { SignInState, SignInTrouble } from "../../../state/state.ts";
import type { PortalConfig, SignInParts } from "./parts.ts";

/** Callbacks for changes of the session. */
interface FollowerEvents {
  /** Called when somebody has signed in. */
  readonly signedIn: () => void;
  /** Called after each check. `fresh` means another sign-in than at the last check. */
  readonly status: (status: SignInState["status"], fresh: boolean) => void;
}

/** Time between two checks without an event, ms. Timers of a computer that slept fire late. */
const LOOK = 30_000;

/** How long before the end of the session the user is warned, ms. */
const WARN = 10 * 60_000;

/** Maximum time for a renewal, ms. */
const PATIENCE = 60_000;

/** Follows who is signed in, in Kedge, in AWS's own tools, or in another Kedge. */
export function createFollower(parts: SignInParts, events: FollowerEvents) {
  const { store, toasts, now, onError } = parts;
  const state = store.slices.signIn;
  let cloud: Cloud | null = null;
  let detail: string | undefined;
  /** Whether the portal has an address and no region, without which it cannot be asked. */
  let regionless = false;
  let trouble: SignInTrouble | undefined;
  let era = -1;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let unwatch = () => {};
  let ended = new AbortController();
  let looking: Promise<void> | null = null, again = false;
  let renewing = false;
  /** End of the session that the user was warned about, ms since 1970. */
  let warned = 0;

  const show = (next: SignInState) => state.update((before) => reuse(before, next));
  const portalState = (parts: SignInState): SignInState => ({
    ...parts,
    ...(detail ? { detail } : {}),
    ...(trouble ? { trouble } : {}),
  });

  /** Checks who is signed in. Only one check runs at a time; a request meanwhile causes another check afterwards. */
  function look(): Promise<void> {
    again = true;
    return looking ??= (async () => {
      try {
        while (again) {
          again = false;
          await lookOnce();
        }
      } catch (error) {
        if (error instanceof CloudError) trouble = troubleOf(error);
        else onError(error);
      } finally {
        looking = null;
        schedule();
      }
    })();
  }

  async function lookOnce(): Promise<void> {
    const of = cloud;
    if (!of?.session) return await lookWithout(of);
    const [status, seen] = [await of.session.status(), await of.session.era()];
    if (of !== cloud) return;
    const fresh = era >= 0 && seen !== era;
    era = seen;
    const before = state.get().status;
    if (status.status === "signed-out" || status.status === "revoked") trouble = undefined;
    show(portalState(stateOf(status)));
    events.status(status.status, fresh);
    if (status.status === "signed-in" && (before !== "signed-in" || fresh)) events.signedIn();
    warn(status);
    void renew(status);
  }

  /** Shows, without a portal, which credentials AWS's tools have. */
  async function lookWithout(of: Omit<Cloud, "session"> | null): Promise<void> {
    const link = await of?.link().catch(onError) ?? null;
    if (of !== cloud) return;
    if (regionless) show({ status: "signed-out", ...(detail ? { detail } : {}), trouble: NO_REGION });
    else show(link ? { status: "environment", detail: link.label } : { status: "unconfigured" });
    events.status("unconfigured", false);
  }

  /**
   * Renews a session that can be renewed, early enough that AWS's own tools never find a token that is about
   * to end.
   */
  async function renew(status: SessionStatus): Promise<void> {
    const end = status.status === "signed-in" ? status.until : status.status === "expired" ? status.since : 0;
    if (!("renews" in status) || !status.renews || end - now() >= RENEW_BEFORE || renewing) return;
    const of = cloud!;
    renewing = true;
    try {
      await of.session!.token(AbortSignal.any([ended.signal, AbortSignal.timeout(PATIENCE)]));
      if (of === cloud) learn(null);
    } catch (error) {
      if (of === cloud && error instanceof CloudError) learn(error);
      else if (!ended.signal.aborted) onError(error);
    } finally {
      renewing = false;
    }
    const after = await of.session!.status();
    if (of === cloud && JSON.stringify(after) !== JSON.stringify(status)) await look();
  }

  function warn(status: SessionStatus): void {
    if (status.status !== "signed-in" || warned === status.until) return;
    const left = status.until - now();
    // A session that renews itself needs a warning only after a failed renewal.
    if (left > WARN || (status.renews && trouble === undefined)) return;
    warned = status.until;
    toasts.show({
      id: "sign-in",
      type: "warning",
      title: `Your sign-in ends in ${minutes(left)}`,
      message: trouble?.message ?? `Sign in again at ${detail} and everything goes on.`,
      opens: { label: "Sign in", page: "sign_in" },
    }, 60);
  }

  function learn(error: CloudError | null): void {
    const { code: kind } = error ?? {};
    // A sign-out is seen in the token cache. Throttled, denied or cancelled requests do not mean a sign-out.
    if (kind === "cancelled" || kind === "throttled" || kind === "denied") return;
    const over = error !== null && needsSignIn(error);
    trouble = error && !over ? troubleOf(error) : skewTrouble();
    show({ ...withoutTrouble(state.get()), ...(trouble ? { trouble } : {}) });
    if (over) void look();
  }

  function schedule(): void {
    clearTimeout(timer);
    if (ended.signal.aborted || !cloud?.session) return;
    const { until = Infinity } = state.get();
    const next = [until, until - WARN, until - RENEW_BEFORE].map((mark) => mark - now() + 50)
      .reduce((least, ms) => ms > 50 && ms < least ? ms : least, LOOK);
    timer = setTimeout(() => void look(), next);
    Deno.unrefTimer(timer);
  }

  function end(): void {
    ended.abort();
    ended = new AbortController();
    clearTimeout(timer);
    unwatch();
    unwatch = () => {};
  }

  return {
    async follow({ ssoStartUrl, ssoRegion }: PortalConfig, next: Cloud | null) {
      end();
      cloud = next;
      era = -1;
      trouble = undefined;
      detail = ssoStartUrl && hostOf(ssoStartUrl);
      regionless = Boolean(ssoStartUrl && !ssoRegion);
      if (cloud) unwatch = watchAwsFiles(cloud.files, () => void look());
      await look();
    },
    /** Checks now who is signed in, and what AWS's tools have. */
    look,
    /** Takes the result of a request to AWS; null for a success. */
    learn,
    close() {
      end();
      ended.abort();
      cloud = null;
    },
  };
}

const NO_REGION: SignInTrouble = {
  kind: "failed",
  message: "The sign-in portal has an address and no region.",
  hint: "Say its region in Settings, under Sign-in.",
};

function stateOf(status: SessionStatus): SignInState {
  switch (status.status) {
    case "signed-in":
      return { status: "signed-in", until: status.until, renews: status.renews };
    case "expired":
      return { status: "expired", until: status.since, renews: status.renews };
    default:
      return { status: status.status };
  }
}

function withoutTrouble({ trouble: _, ...rest }: SignInState): SignInState {
  return rest;
}

function troubleOf({ code, sentence, hint }: CloudError): SignInTrouble {
  const kind = code === "offline" || code === "timeout" ? "offline" : code === "skewed" ? "skewed" : "failed";
  return { kind, message: sentence, ...(hint ? { hint } : {}) };
}

/** Returns the trouble of a clock that is wrong by more than AWS allows, although the request succeeded. */
function skewTrouble(): SignInTrouble | undefined {
  const skew = clockSkew();
  if (skew === 0) return undefined;
  return {
    kind: "skewed",
    message: `This computer's clock is ${skewWords(skew)}.`,
    hint: "Set this computer's clock.",
  };
}

function minutes(ms: number): string {
  const count = Math.max(1, Math.round(ms / 60_000));
  return `${count} minute${count === 1 ? "" : "s"}`;
}

function hostOf(address: string): string {
  return URL.parse(address)?.host || address;
}
