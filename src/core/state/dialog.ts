import type { OfferedLogin } from "../sql/login/mod.ts";
import type { AccountContext } from "../accounts/context.ts";

/** One choice of a list. */
export interface Option {
  readonly label: string;
  readonly value: string;
}

/** A question with one answer; what the script leaves out is filled in. */
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

/** The common part of every dialog: the run that asks. `run` is absent when Kedge itself asks. */
interface DialogBase {
  readonly id: string;
  readonly run?: string;
  readonly openedAt: number;
  /**
   * Set when the user answered another question just before this one or while it waited: when. A press may still be
   * meant for the other one.
   */
  readonly answeredAt?: number;
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
  | DialogBase & {
    readonly kind: "html";
    readonly title: string;
    readonly html: string;
    readonly width: number;
    readonly height: number;
    readonly showPrint: boolean;
    readonly showOpenInBrowser: boolean;
  }
  | DialogBase & {
    readonly kind: "login";
    readonly server: string;
    readonly detail: string;
    readonly user: string;
    /** Logins of other clients' files, one of which may be the answer. */
    readonly offers?: readonly OfferedLogin[];
    /** What is to be known of files that were not read. */
    readonly remarks?: readonly string[];
    /** Why Kedge asks again, for example a refused password. */
    readonly problem?: string;
    /** False when there is no keychain to store in; `storeHint` then says why. */
    readonly canStore: boolean;
    readonly storeHint?: string;
  }
  /** A program on a way to a server wants to know something. */
  | DialogBase & {
    readonly kind: "way";
    readonly asks: "secret" | "host key" | "confirm" | "notice";
    readonly title: string;
    /** Its own words. */
    readonly text: string;
    /** The way, and where it leads. */
    readonly way: string;
    readonly to: string;
    readonly host?: string;
    readonly fingerprint?: string;
    /** Why it asks again. */
    readonly problem?: string;
  }
  /** What is already decided is given; the user fills in the rest. */
  | DialogBase & Partial<AccountContext> & {
    readonly kind: "account";
    readonly extensionName: string;
    readonly actionLabel: string;
    /** The region where the chosen account has none of its own. */
    readonly usualRegion?: string;
    readonly roles: readonly string[];
  };
