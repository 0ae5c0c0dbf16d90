import type { OfferedLogin } from "../sql/login/mod.ts";
import type { AccountContext } from "../accounts/context.ts";

/** One choice of a list. */
export interface Option {
  readonly label: string;
  readonly value: string;
}

/** A question with one answer. Fields that the script leaves out have their defaults here. */
export interface InputField {
  readonly key: string;
  readonly kind: "text" | "textarea" | "number" | "secret" | "select" | "radio" | "checkbox" | "multiselect";
  readonly label: string;
  readonly placeholder: string;
  readonly help: string;
  readonly default: string;
  readonly required: boolean;
  readonly options: readonly Option[];
  readonly pattern?: string;
  readonly min?: number;
  readonly max?: number;
}

/** The fields of every dialog. `run` is the run that asks; absent when Kedge itself asks. */
interface DialogBase {
  readonly id: string;
  readonly run?: string;
  readonly openedAt: number;
  /**
   * Time at which the user answered another question just before this one opened, or while it waited. A press
   * that comes soon after may still be meant for the other one.
   */
  readonly answeredAt?: number;
}

/** A report, as the action describes it; a size of 0 means that the surface chooses. */
export interface ReportState {
  readonly title: string;
  readonly html: string;
  readonly width: number;
  readonly height: number;
  readonly showPrint: boolean;
  readonly showOpenInBrowser: boolean;
}

/**
 * A question to the user. Answers, by kind: alert and html `true`; confirm a boolean; ask a string;
 * form an object by key of strings; login `{user, password, save, offer}`; account `{account, role, region,
 * remember}`; way a string for a secret, else `true`. `null` cancels any of them.
 */
export type DialogState =
  | DialogBase & { readonly kind: "alert"; readonly message: string }
  | DialogBase & { readonly kind: "confirm"; readonly message: string }
  | DialogBase & { readonly kind: "ask"; readonly title: string; readonly field: InputField }
  | DialogBase & { readonly kind: "form"; readonly title: string; readonly fields: readonly InputField[] }
  | DialogBase & ReportState & { readonly kind: "html" }
  | DialogBase & {
    readonly kind: "login";
    readonly server: string;
    /** The server's environment, also of a server that is not saved yet; null for none. */
    readonly env: string | null;
    readonly detail: string;
    readonly user: string;
    /** Logins in files of other clients; the user may answer with one of them. */
    readonly offers?: readonly OfferedLogin[];
    /** Remarks about files that were not read. */
    readonly remarks?: readonly string[];
    /** Why Kedge asks again, such as a refused password. */
    readonly problem?: string;
    /** False when there is no keychain to save the login in; `storeHint` then says why. */
    readonly canStore: boolean;
    readonly storeHint?: string;
  }
  /** A question of a program on the way to a server. */
  | DialogBase & {
    readonly kind: "way";
    readonly asks: "secret" | "host key" | "confirm" | "notice";
    readonly title: string;
    /** The program's own words. */
    readonly text: string;
    /** The way, and the server to which it leads (`to`). */
    readonly way: string;
    readonly to: string;
    readonly host?: string;
    readonly fingerprint?: string;
    /** Why the program asks again. */
    readonly problem?: string;
  }
  /** Contains what is already decided; the user fills in the rest. */
  | DialogBase & Partial<AccountContext> & {
    readonly kind: "account";
    readonly extensionName: string;
    readonly actionLabel: string;
    /** The region for a chosen account that has none of its own. */
    readonly usualRegion?: string;
    readonly roles: readonly string[];
  };
