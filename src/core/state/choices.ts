import { type Shell, SHELLS } from "../aws/exports/shells.ts";
import { ROLE_NAME } from "../text/aws_names.ts";

/** A browser, and one of its profiles; without a profile the browser takes the one that it likes. */
export interface BrowserChoice {
  /** `chrome`, `firefox`, …: the names of platform/browsers. */
  readonly browser: string;
  /** As the browser names it on its command line. */
  readonly profile?: string;
}

/** The user's choices for accounts on this computer. A missing choice means the system's default. */
export interface Choices {
  /** For which shell credentials are copied. */
  readonly shell?: Shell;
  /** In which terminal program shells with credentials open: a name of platform/terminals. */
  readonly terminal?: string;
  /** Which browser opens the consoles of an environment, by its label; "" are accounts without one. */
  readonly browsers: Readonly<Record<string, BrowserChoice>>;
  /**
   * As which roles accounts are looked through together, where several could be meant and none is usual: the first of
   * these that an account has. It makes none of them usual there.
   */
  readonly searchRoles?: readonly string[];
}

/** Before anything was chosen. */
export const NO_CHOICES: Choices = { browsers: {} };

/** More environments than anybody tells apart. */
const MOST = 100;
/** More roles than anybody looks as. */
const MOST_ROLES = 20;

/** The choices as they were saved; parts of another shape are left out. */
export function readChoices(value: unknown): Choices {
  const { shell, terminal, browsers, searchRoles } = object(value);
  const roles = Array.isArray(searchRoles) ? searchRoles.filter(isRole).slice(0, MOST_ROLES) : [];
  const chosen = Object.entries(object(browsers)).slice(0, MOST).flatMap(([env, kept]) => {
    const { browser, profile } = object(kept);
    if (env.length > 50 || env === "__proto__" || !isName(browser)) return [];
    return [[env, { browser, ...(isName(profile) ? { profile } : {}) }] as const];
  });
  return {
    ...(SHELLS.includes(shell as Shell) ? { shell: shell as Shell } : {}),
    ...(isName(terminal) ? { terminal } : {}),
    browsers: Object.fromEntries(chosen),
    ...(roles.length > 0 ? { searchRoles: [...new Set(roles)] } : {}),
  };
}

/** The choices with a role for searches: for accounts that have none of the others, or `instead` of these. */
export function withSearchRole(choices: Choices, role: string, instead: boolean): Choices {
  const { searchRoles = [] } = choices;
  const others = instead ? [] : searchRoles.filter((one) => one !== role).slice(1 - MOST_ROLES);
  return readChoices({ ...choices, searchRoles: [...others, role] });
}

/** The choices with another browser for an environment; null is the system's again. */
export function withBrowser(choices: Choices, env: string, choice: BrowserChoice | null): Choices {
  const { [env]: _, ...others } = choices.browsers;
  return readChoices({ ...choices, browsers: choice ? { [env]: choice, ...others } : others });
}

function object(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

function isRole(value: unknown): value is string {
  return typeof value === "string" && ROLE_NAME.test(value);
}

function isName(value: unknown): value is string {
  return typeof value === "string" && value !== "" && value.length <= 200;
}
