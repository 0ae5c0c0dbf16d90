import type { AccountContext } from "../../../accounts/context.ts";
import { type ConsoleLink, consoleLink } from "../../../aws/console/link.ts";
import { type Shell, shellLines } from "../../../aws/exports/shells.ts";
import { credentialVariables } from "../../../aws/exports/variables.ts";
import { Secret } from "../../../secret.ts";
import {
  type BrowserChoice,
  type Choices,
  readChoices,
  withBrowser,
  withSearchRole,
} from "../../../state/choices.ts";
import type { Writing } from "../../../state/store.ts";
import type { RoleRequest, RoleServices, RoleWork } from "../../as_role.ts";
import type { CommandResult } from "../../result.ts";
import { onceAtATime } from "../../once_at_a_time.ts";
import type { Toasts } from "../toasts/toasts.ts";

/** How putting a secret on the clipboard ended. */
export type Copied =
  | {
    readonly ok: true;
    /** It is cleared after so many seconds, if it is still there. */
    readonly seconds: number;
    /** Whether clipboard managers are asked not to keep this. */
    readonly marked: boolean;
  }
  | { readonly ok: false; readonly error: string; readonly hint?: string };

/** A terminal to open. */
interface TerminalRequest extends AccountContext {
  readonly title: string;
  /** The user's choice of a program. */
  readonly terminal?: string;
  /** A container in which the shell runs; without it the user's own runs, with credentials of the account. */
  readonly container?: {
    readonly cluster: string;
    readonly service?: string | undefined;
    readonly task: string;
    readonly name: string;
  };
}

/** What of the computer credentials are used with. */
export interface CredentialServices extends RoleServices {
  readonly copySecret: (secret: Secret) => Promise<Copied>;
  /** Opens a terminal without waiting for its window. A failure is reported later. */
  readonly openTerminal: (request: TerminalRequest) => Promise<CommandResult>;
  /** Opens a link in that browser, or in the user's usual one. */
  readonly openLink: (link: ConsoleLink, browser: BrowserChoice | undefined) => Promise<CommandResult>;
}

/** Operations on credentials. Outcomes are results; they hold nothing of a credential. */
export interface CredentialUses {
  console(asked: RoleRequest & { readonly service?: string | undefined }): Promise<CommandResult>;
  copy(
    asked: RoleRequest & { readonly shell?: Shell | undefined; readonly quiet?: boolean | undefined },
  ): Promise<CommandResult>;
  terminal(asked: RoleRequest): Promise<CommandResult>;
  chooseShell(shell: Shell | undefined): void;
  chooseTerminal(terminal: string | undefined): void;
  chooseBrowser(env: string, choice: BrowserChoice | null): void;
  /** Uses this role for searches in accounts where several are possible and none is the default. */
  chooseSearchRole(role: string, instead: boolean): void;
  /** Restores the saved value; parts of another shape are left out. */
  restore(saved: unknown): void;
}

/** The dependencies of {@link createCredentialUses}. */
interface CredentialParts {
  readonly store: Writing<"choices">;
  readonly toasts: Pick<Toasts, "show">;
  readonly roleWork: RoleWork;
}

/** Makes what is done with credentials. */
export function createCredentialUses(
  { store, toasts, roleWork }: CredentialParts,
  services: CredentialServices,
): CredentialUses {
  const choices = store.slices.choices;

  const { as, title, known } = roleWork;
  const cloud = () => services.cloud(store.get().config.value);
  const update = (change: (before: Choices) => Choices) => choices.update(change);

  return {
    console: onceAtATime((asked) =>
      as("Open the console", asked, async (where, signal) => {
        const link = await consoleLink(await cloud(), where, asked.service, signal);
        return await services.openLink(link, choices.get().browsers[known(where.account)?.env ?? ""]);
      }, true)
    ),
    copy: ({ shell = choices.get().shell ?? store.get().app.shell ?? "sh", quiet, ...asked }) =>
      as("Copy credentials", asked, async (where, signal) => {
        const credentials = await (await cloud()).credentials(where, signal);
        const lines = shellLines(shell, credentialVariables(credentials, where.region));
        const copied = await services.copySecret(new Secret(lines.join("\n") + "\n"));
        if (!copied.ok) return copied;
        const { seconds, marked } = copied;
        if (quiet !== true) {
          toasts.show({
            id: `copied:${where.account}`,
            type: "info",
            title: "Credentials copied",
            message: `${title(where.account, where.role)}. The clipboard is cleared in ${seconds} s.`,
          });
        }
        return { ok: true, value: { seconds, marked, shell } };
      }),
    terminal: onceAtATime((asked) =>
      as("Open a terminal", asked, async (where, signal) => {
        // Errors of credentials are shown here, not in a terminal that closes at once.
        await (await cloud()).credentials(where, signal);
        const { terminal } = choices.get();
        return await services.openTerminal({
          ...where,
          title: title(where.account, where.role),
          ...(terminal ? { terminal } : {}),
        });
      })
    ),
    chooseShell: (shell) => update((before) => readChoices({ ...before, shell })),
    chooseTerminal: (terminal) => update((before) => readChoices({ ...before, terminal })),
    chooseBrowser: (env, choice) => update((before) => withBrowser(before, env, choice)),
    chooseSearchRole: (role, instead) => update((before) => withSearchRole(before, role, instead)),
    restore: (saved) => update(() => readChoices(saved)),
  };
}
