import type { RefObject } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { defineQuery } from "../../../pages/query.ts";
import type { ResourceListStatus } from "../../../pages/resources.ts";
import type { Common } from "../../../pages/page.ts";
import type { NamedAccount } from "../../../pages/shown.ts";
import type { SignInState, WindowState } from "../../../core/state/state.ts";
import { type Client, useRows } from "../../client/mod.ts";
import { type PageProps, type Sender, useSender } from "../../page.ts";
import { type IconName, layersOver, letterOf, useCommands, useKeys, withCommand } from "../../system/mod.ts";
import { type ListPicking, useListPicking } from "../picking.tsx";
import { mendedBySignIn } from "./trouble.tsx";

/** As whom and where the user looks; what is absent is as usual. */
export interface Looking {
  readonly role?: string;
  readonly region?: string;
}

/** Where something is, as commands take it. */
export interface Where extends Looking {
  readonly account: string;
}

/** What the pages of resources call `list` and `status`. */
type ListQuery<Row> = ReturnType<typeof defineQuery<Looking & { readonly search: string }, Row>>;
type StatusQuery = ReturnType<typeof defineQuery<Looking, ResourceListStatus>>;

/** A kind of resources that has a window. */
export interface ResourceKind<Row> {
  /** The kind that is listed, in small letters, and the title of the window. */
  readonly what: string;
  /** The name of the kind, where people do not use it as a word. */
  readonly list?: string;
  readonly title: string;
  /** One of them, in words. */
  readonly one: string;
  readonly icon: IconName;
  /** Shown when the account has none. */
  readonly empty: string;
  /** Tells a row from all others of the list. */
  readonly key: (row: Row) => string;
  /** What finds the one that a window is opened at, by the window's parameters; undefined where it is opened at none. */
  readonly askedText: (params: WindowState["params"]) => string | undefined;
  /** Whether it is that one: others may fit its name as well. */
  readonly isAsked: (row: Row, params: WindowState["params"]) => boolean;
}

/** What every page of resources is shown. */
export interface ResourcesModel extends Common {
  readonly account: NamedAccount;
  readonly signIn: SignInState;
}

/** A window of resources: its list, what was typed, what is chosen, and how the list stands. */
export interface ResourcesPage<Row, Model extends ResourcesModel> {
  readonly kind: ResourceKind<Row>;
  readonly account: NamedAccount;
  readonly client: Client<Model>;
  readonly sender: Sender;
  readonly looking: Looking;
  look(looking: Looking): void;
  readonly typed: string;
  type(text: string): void;
  readonly picking: ListPicking<Row>;
  /** How often the user has gone elsewhere: what a key asked for of a row counts until then. */
  readonly moves: { readonly current: number };
  readonly status: ResourceListStatus | undefined;
  /** Whether it is known as whom the user looks: `choose` when they have to say it first. */
  readonly standing: "unknown" | "choose" | "known";
  readonly where: Where;
  readonly search: RefObject<HTMLInputElement>;
  refresh(): void;
}

/** What every page of resources does with its list. */
export function useResources<Row, Model extends ResourcesModel>(
  { client, model: { window, account, signIn } }: PageProps<Model>,
  kind: ResourceKind<Row>,
): ResourcesPage<Row, Model> {
  const sender = useSender(client);
  const [looking, setLooking] = useState<Looking>({});
  const [typed, setTyped] = useState("");
  /** What the window was opened at, until the user goes elsewhere. */
  const [asked, ask] = useState<WindowState["params"] | null>(null);
  /** How often the window was opened. */
  const [times, opened] = useState(0);
  const search = useRef<HTMLInputElement>(null);
  const moves = useRef(0);
  /** More rows may come, as far as is known. */
  const [open, setOpen] = useState(true);
  const coming = open && typed.trim() !== "";
  /** The row that the window was opened at, and no other while that one may come. */
  const usual = asked === null ? undefined : (rows: readonly Row[]) => {
    const index = rows.findIndex((row) => kind.isAsked(row, asked));
    return index < 0 && !coming ? 0 : index;
  };
  const list = useListPicking<ListQuery<Row>>(client, "list", { ...looking, search: typed }, {
    keyOf: kind.key,
    typed: typed.trim() !== "",
    usual,
    coming,
  });
  // Behind the list: its last rows come before the word that it is whole.
  const status = useRows<StatusQuery>(client, "status", looking, { count: 1 }).rows[0];
  const standing = looking.role === undefined ? standingOf(status) : "known";
  const unfinished = standing === "unknown" || status === undefined || status.loading;
  useEffect(() => setOpen(unfinished), [unfinished]);
  const refresh = () =>
    void sender.send({
      name: "refreshResources",
      list: kind.list ?? kind.what,
      account: account.accountId,
      ...looking,
    });
  useLayoutEffect(() => {
    // Input that is being entered there is not thrown away.
    if (layersOver().length > 0) return;
    const { role, region } = window.params;
    const text = kind.askedText(window.params);
    setLooking({ ...(role === undefined ? {} : { role }), ...(region === undefined ? {} : { region }) });
    setTyped(text ?? "");
    list.begin();
    ask(text === undefined ? null : window.params);
    opened((times) => times + 1);
  }, [window.raised, account.accountId]);
  // The field has the text that finds the selected row: a user who types wants another one.
  useLayoutEffect(() => {
    search.current?.focus();
    search.current?.select();
  }, [times]);
  const { region: wanted = status?.region } = looking;
  useEffect(() => {
    if (wanted && wanted !== (window.params.region ?? account.region)) {
      void client.send({ name: "lookIn", window: window.id, region: wanted });
    }
  }, [wanted]);
  useLayoutEffect(() => search.current?.focus(), [standing === "choose"]);
  // The user signed in for this list.
  useEffect(() => {
    if (signIn.status === "signed-in" && status?.faults.some(mendedBySignIn)) refresh();
  }, [signIn.status]);
  const find = () => search.current?.select();
  useCommands([
    { label: "Refresh", icon: "again", shortcut: "F5", words: "ask again reload", onPick: refresh },
    { label: "Find in the list", icon: "search", shortcut: "Mod+F", onPick: find },
  ]);
  useKeys((event) => {
    const pane = event.target instanceof Element && event.target.closest(".resource-main") !== null;
    if (event.key === "Escape" && pane) search.current?.focus();
    else if (event.key === "Escape") void client.send({ name: "closeWindow", window: window.id });
    else if (event.key === "F5") refresh();
    else if (letterOf(event) === "f" && withCommand(event)) find();
    else return false;
    return true;
  });
  return {
    kind,
    account,
    client,
    sender,
    looking,
    look(next) {
      moves.current++;
      setLooking(next);
      list.begin();
    },
    typed,
    type(text) {
      moves.current++;
      setTyped(text);
      list.begin();
      ask(null);
    },
    picking: {
      ...list,
      pick(index) {
        moves.current++;
        ask(null);
        list.pick(index);
      },
      step(event) {
        const goes = list.step(event);
        if (goes) {
          moves.current++;
          ask(null);
        }
        return goes;
      },
    },
    moves,
    status,
    standing,
    where: { account: account.accountId, ...looking, ...(status?.role ? { role: status.role } : {}) },
    search,
    refresh,
  };
}

function standingOf(
  status: ResourceListStatus | undefined,
): ResourcesPage<never, ResourcesModel>["standing"] {
  if (!status || (status.role === null && status.faults.length === 0)) return "unknown";
  return status.faults.some(({ trouble }) => trouble === "choose") ? "choose" : "known";
}
