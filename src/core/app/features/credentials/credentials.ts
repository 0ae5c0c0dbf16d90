import type { AccountContext } from "../../../accounts/context.ts";
import { accountTitle } from "../../../accounts/words.ts";
import type { Cloud } from "../../../aws/cloud.ts";
import { type ConsoleLink, consoleLink } from "../../../aws/console/link.ts";
import { CloudError, needsSignIn } from "../../../aws/errors.ts";
import { type Shell, shellLines } from "../../../aws/exports/shells.ts";
import { credentialVariables } from "../../../aws/exports/variables.ts";
import type { Config } from "../../../config/config.ts";
import { Secret } from "../../../secret.ts";
import { type BrowserChoice, type Choices, readChoices, withBrowser } from "../../../state/choices.ts";
import type { AccountState } from "../../../state/state.ts";
import type { StateStore } from "../../../state/store.ts";
import type { CommandResult } from "../../result.ts";
import type { Windows } from "../../windows.ts";
import type { SignIn } from "../sign_in/sign_in.ts";
import type { Toasts } from "../toasts/toasts.ts";

/** How long AWS may take to give what was asked for, ms. */
const PATIENCE = 60_000;

/** How putting a secret on the clipboard ended. */
type Copied =
  | {
    readonly ok: true;
    /** It is cleared after so many seconds, if it is still there. */
    readonly seconds: number;
    /** Whether programs that keep what was copied are told not to keep this. */
    readonly marked: boolean;
  }
  | { readonly ok: false; readonly error: string; readonly hint?: string };

/** A terminal to open. */
interface TerminalRequest extends AccountContext {
  readonly title: string;
  /** The user's choice of a program. */
  readonly terminal?: string;
}

/** What of the computer credentials are used with. */
export interface CredentialServices {
  /** All ways to credentials under this configuration. */
  readonly cloud: (
    config: Config,
  ) => Promise<Pick<Cloud, "session" | "servesPortal" | "credentials">>;
  readonly copySecret: (secret: Secret) => Promise<Copied>;
  readonly openTerminal: (request: TerminalRequest) => Promise<CommandResult>;
  /** Opens a link in that browser, or in the user's usual one. */
  readonly openLink: (link: ConsoleLink, browser: BrowserChoice | undefined) => Promise<CommandResult>;
  /** The role that was last used in an account, and keeping it. */
  readonly lastRole: (account: string) => Promise<string | undefined>;
  readonly keepRole: (account: string, role: string) => Promise<void>;
  /** The region for an account of which nobody says one. */
  readonly usualRegion: (config: Config) => string;
}

/** An account, and as whom. */
interface Asked {
  readonly account: string;
  readonly role?: string | undefined;
}

/** What is done with credentials. Outcomes are told as results; nothing of a credential is in them. */
export interface CredentialUses {
  console(asked: Asked & { readonly service?: string | undefined }): Promise<CommandResult>;
  copy(
    asked: Asked & { readonly shell?: Shell | undefined; readonly told?: boolean | undefined },
  ): Promise<CommandResult>;
  terminal(asked: Asked): Promise<CommandResult>;
  chooseShell(shell: Shell | undefined): void;
  chooseTerminal(terminal: string | undefined): void;
  chooseBrowser(env: string, choice: BrowserChoice | null): void;
  /** Brings back what was kept; what does not look like it is left out. */
  restore(kept: unknown): void;
}

/** What {@link createCredentialUses} works with. */
interface CredentialParts {
  readonly store: StateStore;
  readonly windows: Pick<Windows, "open">;
  readonly toasts: Pick<Toasts, "show">;
  readonly signIn: Pick<SignIn, "needed">;
  /** The roles of an account; throws what the user can be told. */
  readonly roles: (account: string, signal: AbortSignal) => Promise<readonly string[]>;
}

/** Makes what is done with credentials. */
export function createCredentialUses(
  { store, windows, toasts, signIn, roles }: CredentialParts,
  services: CredentialServices,
): CredentialUses {
  const choices = store.slice("choices");

  function known(id: string): AccountState | undefined {
    return store.get().accounts.find(({ accountId }) => accountId === id);
  }

  function place(account: string, role: string): AccountContext {
    const region = known(account)?.region ?? services.usualRegion(store.get().config.value);
    return { account, role, region };
  }

  const title = (account: string, role: string) =>
    accountTitle(account, known(account)?.name) + (role === "" ? "" : ` as ${role}`);

  /** The role to take when none is named; null when the user has to choose one. The portal itself asks for one as well. */
  async function roleFor({ account, role }: Asked, portalAsks: boolean, signal: AbortSignal) {
    if (role !== undefined) return role;
    const last = await services.lastRole(account);
    if (last !== undefined || portalAsks) return last ?? "";
    const [only = "", ...more] = await roles(account, signal);
    return more.length === 0 ? only : null;
  }

  /**
   * Does something as a role; asks the user on the page of the account when several could be meant. Where nobody is signed
   * in, it waits for the user and goes on.
   */
  async function as(
    doing: string,
    asked: Asked,
    work: (where: AccountContext, signal: AbortSignal) => Promise<CommandResult>,
    portalAsks = false,
  ): Promise<CommandResult> {
    try {
      return await once(asked, work, portalAsks);
    } catch (error) {
      if (!(error instanceof CloudError)) throw error;
      if (!needsSignIn(error)) return told(error);
      const asker = { what: doing, why: `It is for ${title(asked.account, asked.role ?? "")}.` };
      if (!await signIn.needed(asker, new AbortController().signal)) return told(error);
    }
    return await once(asked, work, portalAsks).catch((error) => {
      if (error instanceof CloudError) return told(error);
      throw error;
    });
  }

  async function once(
    asked: Asked,
    work: (where: AccountContext, signal: AbortSignal) => Promise<CommandResult>,
    portalAsks: boolean,
  ): Promise<CommandResult> {
    const signal = AbortSignal.timeout(PATIENCE);
    try {
      const role = await roleFor(asked, portalAsks, signal);
      if (role === null) {
        windows.open("accounts", { account: asked.account });
        return { ok: true };
      }
      const result = await work(place(asked.account, role), signal);
      if (result.ok && role !== "") await services.keepRole(asked.account, role);
      return result;
    } catch (error) {
      if (signal.aborted) {
        return { ok: false, error: "AWS did not answer within a minute.", hint: "Check the network." };
      }
      throw error;
    }
  }

  const cloud = () => services.cloud(store.get().config.value);
  const update = (change: (before: Choices) => Choices) => choices.update(change);

  return {
    console: (asked) =>
      as("Open the console", asked, async (where, signal) => {
        const link = await consoleLink(await cloud(), where, asked.service, signal);
        return await services.openLink(link, choices.get().browsers[known(where.account)?.env ?? ""]);
      }, true),
    copy: ({ shell = choices.get().shell ?? store.get().app.shell ?? "sh", told, ...asked }) =>
      as("Copy credentials", asked, async (where, signal) => {
        const credentials = await (await cloud()).credentials(where, signal);
        const lines = shellLines(shell, credentialVariables(credentials, where.region));
        const copied = await services.copySecret(new Secret(lines.join("\n") + "\n"));
        if (!copied.ok) return copied;
        const { seconds, marked } = copied;
        if (told !== true) {
          toasts.show({
            id: `copied:${where.account}`,
            type: "info",
            title: "Credentials copied",
            message: `${title(where.account, where.role)}. The clipboard is cleared in ${seconds} s.`,
          });
        }
        return { ok: true, value: { seconds, marked, shell } };
      }),
    terminal: (asked) =>
      as("Open a terminal", asked, async (where, signal) => {
        // What is wrong with them is told here, not in a terminal that closes at once.
        await (await cloud()).credentials(where, signal);
        const { terminal } = choices.get();
        return await services.openTerminal({
          ...where,
          title: title(where.account, where.role),
          ...(terminal ? { terminal } : {}),
        });
      }),
    chooseShell: (shell) => update((before) => readChoices({ ...before, shell })),
    chooseTerminal: (terminal) => update((before) => readChoices({ ...before, terminal })),
    chooseBrowser: (env, choice) => update((before) => withBrowser(before, env, choice)),
    restore: (kept) => update(() => readChoices(kept)),
  };
}

function told({ message, hint }: CloudError): CommandResult {
  return { ok: false, error: message, ...(hint ? { hint } : {}) };
}
