import { isProduction } from "../../../accounts/environments.ts";
import { refused, type ToolAnswer } from "../../../gate/answer.ts";
import { grantFor, lengthsFor, newGrant, revealedBy, withGrant } from "../../../gate/grants.ts";
import { doingWords, scopeKey, scopeWords } from "../../../gate/scopes.ts";
import { createSeals } from "../../../gate/seals.ts";
import type { GateState, GrantLength, GrantQuestion, GrantScope, GrantState } from "../../../state/agents.ts";
import { without } from "../../../state/list.ts";
import { settledOrAborted } from "../../../resources/polled.ts";
import { actionWithOwner, knownAccount } from "../../../state/selectors.ts";
import { followFrom } from "../../asks.ts";
import { type CommandResult, refusal } from "../../../result.ts";
import type { Caller, GateParts } from "./parts.ts";

/** Maximum number of open questions. */
const MAX_QUESTIONS = 6;
/** Time after a denial during which the same question is refused without asking the user, ms. */
const NO_STANDS = 60_000;

/** The user's answer to a question. */
export type GrantAnswer = GrantLength | "deny";

/** Asks the user which agent may use what. */
export type Asking = ReturnType<typeof createAsking>;

/** Makes the questions. `note` is called for each question and its answer. */
export function createAsking(
  { store, windows, keychain, now }: Pick<GateParts, "store" | "windows" | "keychain" | "now">,
  note: (
    caller: Caller,
    what: "asked" | "granted" | "denied" | "withdrawn",
    thing: GrantScope,
    outcome?: string,
  ) => void,
) {
  const { gate, agents } = store.slices;
  const seals = createSeals(keychain);
  const waiting = new Map<string, (answer: GrantAnswer) => void>();
  /** Times until which a denial counts, ms since 1970, by agent and scope. */
  const denied = new Map<string, number>();
  /** The last question for each agent and scope, so that only one is open at a time. */
  const turns = new Map<string, Promise<unknown>>();
  /** Settles when the saved grants are checked. */
  let restored = Promise.resolve();

  const keyOf = ({ who }: Caller, thing: GrantScope) =>
    JSON.stringify([who.program, who.script, who.digest, who.folder, scopeKey(thing)]);

  function envOf(thing: GrantScope): string | null {
    const state = store.get();
    if (thing.kind === "server") return state.serverEnvs[thing.name] ?? null;
    const account = thing.kind === "account"
      ? thing.account
      : actionWithOwner(state, thing.extension, thing.action)?.action.account;
    return knownAccount(state, account)?.env ?? null;
  }

  /** Adds seals to the grants that still exist. */
  function reseal(sealed: readonly GrantState[]): void {
    const sealOf = new Map(sealed.flatMap(({ id, seal }) => seal === undefined ? [] : [[id, seal]]));
    if (sealOf.size === 0) return;
    gate.update((now) => ({
      ...now,
      grants: now.grants.map((one) => sealOf.has(one.id) ? { ...one, seal: sealOf.get(one.id)! } : one),
    }));
  }

  function settle(id: string, answer: GrantAnswer): void {
    const resolve = waiting.get(id);
    if (!resolve) return;
    waiting.delete(id);
    agents.update((now) => ({ ...now, questions: without(now.questions, (one) => one.id === id) }));
    windows.closeWhere((window) => window.page === "grant" && window.params.question === id);
    resolve(answer);
  }

  /** Asks the user. An aborted signal closes the question. */
  async function ask(question: GrantQuestion, signal: AbortSignal): Promise<GrantAnswer> {
    const { promise, resolve } = Promise.withResolvers<GrantAnswer>();
    waiting.set(question.id, resolve);
    agents.update((now) => ({ ...now, questions: [...now.questions, question] }));
    // The window opens without a press of the user, so it must not take the focus.
    followFrom(undefined, () => windows.open("grant", { question: question.id }));
    const leave = () => settle(question.id, "deny");
    signal.addEventListener("abort", leave, { once: true });
    if (signal.aborted) leave();
    try {
      return await promise;
    } finally {
      signal.removeEventListener("abort", leave);
    }
  }

  async function inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
    const mine = (turns.get(key) ?? Promise.resolve()).then(work);
    const settled = mine.catch(() => {});
    turns.set(key, settled);
    try {
      return await mine;
    } finally {
      if (turns.get(key) === settled) turns.delete(key);
    }
  }

  return {
    /**
     * Returns null when the agent may use the scope, else why not. Asks the user in a window of Kedge and waits
     * for the answer, unless a grant allows it.
     */
    async allow(
      caller: Caller,
      thing: GrantScope,
      doing: string,
      { signal, waitsFor }: { readonly signal: AbortSignal; readonly waitsFor: (what: string) => void },
    ): Promise<ToolAnswer | null> {
      const key = keyOf(caller, thing);
      return await inTurn(key, async () => {
        // Until the keychain has answered, saved grants are not there, and the user would be asked again.
        await settledOrAborted(restored, signal);
        if (signal.aborted) return { status: "stopped", error: "It was stopped." };
        const env = envOf(thing);
        const production = isProduction(env);
        const words = scopeWords(thing, store.get());
        const given = grantFor(gate.get().grants, caller.who, thing, now());
        // The user agreed when the server was not production, so a grant from before does not count now.
        if (given && (given.production || !production)) return null;
        const deniedAt = denied.get(key) ?? -Infinity;
        if (now() < deniedAt && now() >= deniedAt - NO_STANDS) {
          return refused(
            `The user said no to ${words} a moment ago.`,
            "Do not ask again: go on without it, or talk to the user.",
          );
        }
        if (waiting.size >= MAX_QUESTIONS) {
          return refused(
            `${MAX_QUESTIONS} questions wait for the user already.`,
            "Wait until they are answered.",
          );
        }
        waitsFor(`The user is being asked in Kedge whether you may ${doingWords(doing, thing, words)}.`);
        note(caller, "asked", thing, doing);
        const revealed = revealedBy(gate.get().grants, caller.who, thing);
        const answer = await ask({
          id: crypto.randomUUID(),
          who: caller.who,
          ...(caller.claim && { claim: caller.claim }),
          thing,
          doing,
          env,
          production,
          ...(revealed.length > 0 && { revealed }),
          lengths: lengthsFor(caller.who),
        }, signal);
        waitsFor("");
        if (signal.aborted) return { status: "stopped", error: "It was stopped." };
        if (answer === "deny") {
          denied.set(key, now() + NO_STANDS);
          if (denied.size > 1000) denied.clear();
          note(caller, "denied", thing);
          return refused(`The user said no to ${words}.`, "Go on without it, or talk to the user.");
        }
        note(caller, "granted", thing, answer);
        if (answer !== "once") {
          const grant: GrantState = {
            ...newGrant(caller.who, caller.claim, thing, answer, now()),
            production,
          };
          gate.update((gate) => ({ ...gate, grants: withGrant(gate.grants, grant, now()) }));
          void seals.sealed(grant).then((sealed) => reseal([sealed]));
        }
        return null;
      });
    },
    answer(id: string, answer: GrantAnswer): CommandResult {
      const question = agents.get().questions.find((one) => one.id === id);
      if (!question) return refusal("This question is no longer open.");
      if (answer !== "deny" && !question.lengths.includes(answer)) {
        return refusal("The system does not tell which program asks.", "Allow this one call, or deny it.");
      }
      settle(id, answer);
      return { ok: true };
    },
    /** Tells that the window of a question was closed, which denies it. */
    closed: (id: string) => settle(id, "deny"),
    withdraw(id: string): CommandResult {
      const grant = gate.get().grants.find((one) => one.id === id);
      if (!grant) return refusal("This grant has ended already.");
      gate.update((gate) => ({ ...gate, grants: without(gate.grants, (one) => one.id === id) }));
      void seals.renewed(gate.get().grants).then(reseal);
      note(grant, "withdrawn", grant.thing);
      return { ok: true };
    },
    /** Lets agents ask again for what the user has just denied. */
    forgetDenials: () => denied.clear(),
    /**
     * Restores the saved state. A grant holds only after its seal, made with a key from the keychain, is found
     * to be valid.
     */
    restore({ grants, ...saved }: GateState) {
      gate.update(() => ({ ...saved, grants: [] }));
      restored = seals.valid(grants).then((valid) => {
        const others = (now: readonly GrantState[]) =>
          valid.filter((one) => !now.some(({ id }) => id === one.id));
        if (valid.length > 0) {
          gate.update((now) => ({ ...now, grants: [...now.grants, ...others(now.grants)] }));
        }
      });
    },
    /** Denies and closes every question. */
    stop() {
      for (const id of [...waiting.keys()]) settle(id, "deny");
    },
  };
}
