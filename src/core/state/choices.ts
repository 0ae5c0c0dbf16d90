import { type Shell, SHELLS } from "../aws/exports/shells.ts";
import { ROLE_NAME } from "../text/aws_names.ts";
import { fieldsOf } from "../json_values.ts";

/** A browser and one of its profiles; without a profile the browser chooses. */
export interface BrowserChoice {
  /** Name of the browser in platform/browsers: `chrome`, `firefox`, … */
  readonly browser: string;
  /** Name of the profile on the browser's command line. */
  readonly profile?: string;
}

/** The user's choices for accounts on this computer. A missing choice means the system's default. */
export interface Choices {
  /** The shell for which credentials are copied. */
  readonly shell?: Shell;
  /** The terminal program in which shells with credentials open: a name of platform/terminals. */
  readonly terminal?: string;
  /** The browser for the consoles of an environment, by its label; "" stands for accounts without an environment. */
  readonly browsers: Readonly<Record<string, BrowserChoice>>;
  /**
   * Roles for a search through all accounts, where several roles are possible and none is usual. The first
   * one that an account has is used, which does not make that role usual there.
   */
  readonly searchRoles?: readonly string[];
}

/** The choices of a user who has made none. */
export const NO_CHOICES: Choices = { browsers: {} };

/** Maximum environments with a browser of their own. */
const MAX_COUNT = 100;
/** Maximum roles for searches. */
const MAX_ROLES = 20;

/** Reads the saved choices, without parts of another shape. */
export function readChoices(value: unknown): Choices {
  const { shell, terminal, browsers, searchRoles } = fieldsOf(value);
  const roles = Array.isArray(searchRoles) ? searchRoles.filter(isRole).slice(0, MAX_ROLES) : [];
  const chosen = Object.entries(fieldsOf(browsers)).slice(0, MAX_COUNT).flatMap(([env, kept]) => {
    const { browser, profile } = fieldsOf(kept);
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

/**
 * Returns the choices with one more role for searches, which is tried last, or with only this role when
 * `instead` is set.
 */
export function withSearchRole(choices: Choices, role: string, instead: boolean): Choices {
  const { searchRoles = [] } = choices;
  const others = instead ? [] : searchRoles.filter((one) => one !== role).slice(1 - MAX_ROLES);
  return readChoices({ ...choices, searchRoles: [...others, role] });
}

/** Returns the choices with another browser for an environment; null chooses the system's browser again. */
export function withBrowser(choices: Choices, env: string, choice: BrowserChoice | null): Choices {
  const { [env]: _, ...others } = choices.browsers;
  return readChoices({ ...choices, browsers: choice ? { [env]: choice, ...others } : others });
}

function isRole(value: unknown): value is string {
  return typeof value === "string" && ROLE_NAME.test(value);
}

function isName(value: unknown): value is string {
  return typeof value === "string" && value !== "" && value.length <= 200;
}
