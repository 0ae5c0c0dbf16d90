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
import { type CommandResult, type Refusal, refusal } from "../../../result.ts";
import { onceAtATime } from "../../once_at_a_time.ts";
import type { Toasts } from "../toasts/toasts.ts";

/** The result of copying a secret to the clipboard. */
type Copied =
  | {
    readonly ok: true;
    /** Time after which the clipboard is cleared if it still holds the secret, s. */
    readonly seconds: number;
    /** Whether clipboard managers are asked not to keep the secret. */
    readonly marked: boolean;
  }
  | Refusal;

/** A terminal to open. */
interface TerminalRequest extends AccountContext {
  readonly title: string;
  /** ID of the terminal program that the user chose; absent for the system's default. */
  readonly terminal?: string;
  /** Container in which the shell runs; absent for a shell on this computer with the account's credentials. */
  readonly container?: {
    readonly cluster: string;
    readonly service?: string | undefined;
    readonly task: string;
    readonly name: string;
  };
}

/** Services of this computer that use credentials. */
export interface CredentialServices extends RoleServices {
  readonly copySecret: (secret: Secret) => Promise<Copied>;
  /** Opens a terminal without waiting for its window. Later failures are reported as messages. */
  readonly openTerminal: (request: TerminalRequest) => Promise<CommandResult>;
  /** Opens a link in that browser; undefined for the default browser. */
  readonly openLink: (link: ConsoleLink, browser: BrowserChoice | undefined) => Promise<CommandResult>;
}

/** Begins a copy when the user asks for it. The returned function copies the text once it is known. */
export type BeginCopy = () => CredentialServices["copySecret"];

/** Operations that use credentials. Their results contain nothing of a credential. */
export type CredentialUses = ReturnType<typeof createCredentialUses>;

/** The dependencies of {@link createCredentialUses}. */
interface CredentialParts {
  readonly store: Writing<"choices">;
  readonly toasts: Pick<Toasts, "show">;
  readonly roleWork: RoleWork;
}

/** Makes the operations that use credentials. */
export function createCredentialUses(
  { store, toasts, roleWork }: CredentialParts,
  services: CredentialServices,
) {
  const choices = store.slices.choices;

  const { as, title, known } = roleWork;
  const cloud = () => services.cloud(store.get().config.value);
  const beginCopy = copiesInOrder(services.copySecret);
  const update = (change: (before: Choices) => Choices) => choices.update(change);

  return {
    console: onceAtATime((asked: RoleRequest & { readonly service?: string | undefined }) =>
      as("Open the console", asked, async (where, signal) => {
        const link = await consoleLink(await cloud(), where, asked.service, signal);
        return await services.openLink(link, choices.get().browsers[known(where.account)?.env ?? ""]);
      }, true)
    ),
    /** Shared by everything that copies secrets. */
    beginCopy,
    copy(
      { shell = choices.get().shell ?? store.get().app.shell ?? "sh", quiet, ...asked }: RoleRequest & {
        readonly shell?: Shell | undefined;
        readonly quiet?: boolean | undefined;
      },
    ) {
      const copy = beginCopy();
      return as("Copy credentials", asked, async (where, signal) => {
        const credentials = await (await cloud()).credentials(where, signal);
        const lines = shellLines(shell, credentialVariables(credentials, where.region));
        const copied = await copy(new Secret(lines.join("\n") + "\n"));
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
      });
    },
    terminal: onceAtATime((asked: RoleRequest) =>
      as("Open a terminal", asked, async (where, signal) => {
        // Credentials are requested here first, because a terminal that fails would close before showing the
        // error.
        await (await cloud()).credentials(where, signal);
        const { terminal } = choices.get();
        return await services.openTerminal({
          ...where,
          title: title(where.account, where.role),
          ...(terminal ? { terminal } : {}),
        });
      })
    ),
    chooseShell: (shell: Shell | undefined) => update((before) => readChoices({ ...before, shell })),
    chooseTerminal: (terminal: string | undefined) =>
      update((before) => readChoices({ ...before, terminal })),
    chooseBrowser: (env: string, choice: BrowserChoice | null) =>
      update((before) => withBrowser(before, env, choice)),
    /**
     * Sets a role for searches in accounts with several roles and no usual one. `instead` replaces the roles
     * chosen before.
     */
    chooseSearchRole: (role: string, instead: boolean) =>
      update((before) => withSearchRole(before, role, instead)),
    /** Restores the saved value. Invalid parts are left out. */
    restore: (saved: unknown) => update(() => readChoices(saved)),
  };
}

/** Copies secrets in the order in which the user asked for them, although AWS may answer in another one. */
export function copiesInOrder(copySecret: CredentialServices["copySecret"]): BeginCopy {
  let begun = 0, newest = 0;
  return () => {
    const mine = ++begun;
    return async (secret) => {
      if (mine < newest) return refusal("Something else was copied since.", "Copy it again.");
      const before = newest;
      newest = mine;
      const copied = await copySecret(secret);
      if (!copied.ok && newest === mine) newest = before;
      return copied;
    };
  };
}
