import { CloudError } from "../../core/aws/errors.ts";
import { type Reached, reachPortal } from "../../core/aws/portal/reach.ts";
import type { Portal } from "../../core/aws/session/token_entries.ts";
import { openPortalSession, type SessionStatus } from "../../core/aws/session/session.ts";
import { skewWords } from "../../core/aws/wire/clock.ts";
import { momentWords } from "../../core/state/sign_in_words.ts";
import type { Check } from "./check.ts";

/** Why a fact is not known. */
export interface Unknown {
  readonly message: string;
  readonly hint?: string;
}

/** Facts about the configured portal. */
interface PortalFacts {
  readonly session: SessionStatus | Unknown;
  readonly answer: Reached | Unknown;
}

/** How long the portal may take to answer, in ms. */
const PATIENCE = 10_000;

/** Reads the sign-in from the token cache and asks the portal for an answer. */
export async function portalFacts(portal: Portal): Promise<PortalFacts> {
  const answer = await reachPortal({ region: portal.region }, AbortSignal.timeout(PATIENCE)).catch(unknown);
  try {
    return { session: await openPortalSession(portal).status(), answer };
  } catch (error) {
    return { session: unknown(error), answer };
  }
}

/** Returns why AWS or a file of its tools gives no fact. Throws any other error. */
export function unknown(error: unknown): Unknown {
  if (!(error instanceof CloudError)) throw error;
  return { message: error.message, ...(error.hint ? { hint: error.hint } : {}) };
}

/** Returns the checks of the sign-in's token, the portal's answer and the clock. `now` is in ms since 1970. */
export function portalChecks({ session, answer }: PortalFacts, now: number): Check[] {
  return [token(session, now), portal(answer), clock(answer)];
}

function token(session: PortalFacts["session"], now: number): Check {
  const name = "token";
  if ("message" in session) {
    const { message: detail, ...hint } = session;
    return { name, status: "missing", detail, ...hint };
  }
  const again = "Sign in: kedge --sign-in";
  switch (session.status) {
    case "signed-out":
      return { name, status: "off", detail: "nobody is signed in", hint: again };
    case "revoked":
      return { name, status: "missing", detail: "AWS takes the sign-in no more", hint: again };
    case "expired": {
      const detail = `the sign-in ended at ${momentWords(session.since, now)}`;
      return session.renews
        ? { name, status: "found", detail: `${detail} and renews itself when it is used` }
        : { name, status: "off", detail, hint: again };
    }
    case "signed-in": {
      const then = session.renews ? ", then renewed" : "";
      return { name, status: "found", detail: `signed in until ${momentWords(session.until, now)}${then}` };
    }
  }
}

function portal(answer: PortalFacts["answer"]): Check {
  const name = "portal";
  if ("host" in answer) {
    return { name, status: "found", detail: `${answer.host} answers in ${Math.round(answer.ms)} ms` };
  }
  const hint = answer.hint ?? "Check the network, ssoStartUrl and ssoRegion.";
  return { name, status: "missing", detail: answer.message, hint };
}

function clock(answer: PortalFacts["answer"]): Check {
  const name = "clock";
  if (!("host" in answer)) return { name, status: "off", detail: "the portal did not say what time it is" };
  if (answer.skew === 0) return { name, status: "found", detail: "as AWS has it, to within five minutes" };
  const detail = `this computer's clock is ${skewWords(answer.skew)}`;
  return { name, status: "missing", detail, hint: "Set this computer's clock: AWS refuses what it signs." };
}
