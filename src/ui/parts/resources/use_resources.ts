import type { RefObject } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { defineQuery } from "../../../pages/query.ts";
import type { ResourceListStatus } from "../../../pages/resources.ts";
import type { Common } from "../../../pages/page.ts";
import type { NamedAccount } from "../../../pages/shown.ts";
import type { SignInState, WindowState } from "../../../core/state/state.ts";
import { type Client, useRows } from "../../client/mod.ts";
import { type PageProps, type Sender, useSender } from "../../page.ts";
import { type IconName, layersOver, useCommands, useKeys } from "../../system/mod.ts";
import { type ListPicking, useListPicking } from "../picking.tsx";
import { mendedBySignIn } from "./trouble.tsx";

/** The role and region of a list; absent fields have their defaults. */
export interface ListContext {
  readonly role?: string;
  readonly region?: string;
  /** Set where the window keeps a role that nobody chose in it, so that it does not become the usual one. */
  readonly passing?: true;
}

/** The account, role and region of a resource, as commands take them. */
export interface Where extends Omit<ListContext, "passing"> {
  readonly account: string;
}

/** The types of the queries `list` and `status` that pages of resources define. */
type ListQuery<Row> = ReturnType<typeof defineQuery<ListContext & { readonly search: string }, Row>>;
type StatusQuery = ReturnType<typeof defineQuery<ListContext, ResourceListStatus>>;

/** A kind of resource that has a window. */
export interface ResourceKind<Row> {
  /** The kind in lower case and in the plural: `secrets`. */
  readonly what: string;
  /** The name of the kind in commands, where it differs from `what`. */
  readonly list?: string;
  readonly title: string;
  /** The noun for one resource: `secret`. */
  readonly one: string;
  readonly icon: IconName;
  /** The message for an account without such resources. */
  readonly empty: string;
  /** Returns a text that identifies a row in the list. */
  readonly key: (row: Row) => string;
  /** Returns the search text for the resource that the window's parameters name; undefined when they name none. */
  readonly askedText: (params: WindowState["params"]) => string | undefined;
  /** Whether the row is the resource that the parameters name. Others may match the search text too. */
  readonly isAsked: (row: Row, params: WindowState["params"]) => boolean;
}

/** The model that every page of resources has. */
export interface ResourcesModel extends Common {
  readonly account: NamedAccount;
  readonly signIn: SignInState;
}

/** The state of a window of resources: its list, the search text, the selected row, and the status of the list. */
export interface ResourcesPage<Row, Model extends ResourcesModel> {
  readonly kind: ResourceKind<Row>;
  readonly account: NamedAccount;
  readonly client: Client<Model>;
  readonly sender: Sender;
  /** The role and region that the user has chosen. */
  readonly listContext: ListContext;
  showIn(listContext: ListContext): void;
  /** The role and region of everything that is shown, as queries take them. */
  readonly shown: ListContext;
  /** The region that is shown; undefined until it is known. */
  readonly region: string | undefined;
  readonly typed: string;
  type(text: string): void;
  readonly picking: ListPicking<Row>;
  /** Counts the user's moves to other rows or lists. A key that waits for its row is dropped after such a move. */
  readonly moves: { readonly current: number };
  readonly status: ResourceListStatus | undefined;
  /** Whether the role is known; `choose` means that the user must choose one first. */
  readonly standing: "unknown" | "choose" | "known";
  readonly where: Where;
  readonly search: RefObject<HTMLInputElement>;
  refresh(): void;
}

/** The behaviour that all pages of resources share. */
export function useResources<Row, Model extends ResourcesModel>(
  { client, model: { window, account, signIn } }: PageProps<Model>,
  kind: ResourceKind<Row>,
): ResourcesPage<Row, Model> {
  const sender = useSender(client);
  const [listContext, setListContext] = useState<ListContext>({});
  /** The region that was shown when the account got another usual one; the role when another one was used. */
  const [kept, keep] = useState<ListContext>({});
  const { role: _, passing: __, ...there } = kept;
  const shown: ListContext = listContext.role === undefined
    ? { ...kept, ...listContext }
    : { ...there, ...listContext };
  /** The role that the list was first shown with. */
  const firstRole = useRef<string | null>(null);
  const [typed, setTyped] = useState("");
  /**
   * The parameters that the window was opened with, until the user moves
   * elsewhere; null when they name no resource.
   */
  const [asked, ask] = useState<WindowState["params"] | null>(null);
  /** Counts how often the window was opened or raised. */
  const [times, opened] = useState(0);
  const search = useRef<HTMLInputElement>(null);
  const moves = useRef(0);
  /** Picks the row that the window was opened for. No other row is picked while that one may still arrive. */
  const usual = asked === null ? undefined : (rows: readonly Row[], unfinished: boolean) => {
    const index = rows.findIndex((row) => kind.isAsked(row, asked));
    return index < 0 && !unfinished ? 0 : index;
  };
  const list = useListPicking<ListQuery<Row>>(client, "list", { ...shown, search: typed }, {
    keyOf: kind.key,
    typed: typed.trim() !== "",
    usual,
    waits: typed.trim() !== "",
  });
  const { rows: [status], current } = useRows<StatusQuery>(client, "status", shown, { count: 1 });
  const { role = status?.role, region = status?.region } = shown;
  const standing = listContext.role === undefined ? standingOf(status) : "known";
  const refresh = () =>
    void sender.send({
      name: "refreshResources",
      list: kind.list ?? kind.what,
      account: account.accountId,
      ...shown,
      ...(region === undefined ? {} : { region }),
    });
  // The window stays in its region when the settings give the account another one.
  useLayoutEffect(() => {
    if (status) keep((before) => ({ ...before, region: status.region }));
  }, [account.region]);
  // The window also stays in its role: a list without one is asked for again with the role used last.
  useLayoutEffect(() => {
    if (!current || !status?.role || shown.role !== undefined) return;
    // While a list is asked for again, its role is still the one of the time before.
    if (firstRole.current === null && status.loading) return;
    const role = firstRole.current ??= status.role;
    if (role !== status.role) keep((before) => ({ ...before, role, passing: true }));
  }, [current, status?.role, status?.loading, times]);
  useLayoutEffect(() => {
    // Keep what the user is entering in an open layer.
    if (layersOver().length > 0) return;
    const { role, region } = window.params;
    const text = kind.askedText(window.params);
    setListContext({ ...(role === undefined ? {} : { role }), ...(region === undefined ? {} : { region }) });
    keep({});
    firstRole.current = null;
    setTyped(text ?? "");
    list.begin();
    ask(text === undefined ? null : window.params);
    opened((times) => times + 1);
  }, [window.raised, account.accountId]);
  // Select the text in the search field, because a user who types now wants another row.
  useLayoutEffect(() => {
    search.current?.focus();
    search.current?.select();
  }, [times]);
  useEffect(() => {
    if (region && region !== (window.params.region ?? account.region)) {
      void client.send({ name: "setWindowRegion", window: window.id, region });
    }
  }, [region, account.region]);
  useLayoutEffect(() => search.current?.focus(), [standing === "choose"]);
  /** Records that the user has moved away from the resource that the window was opened for. */
  const moveOn = () => {
    moves.current++;
    ask(null);
  };
  // The user has signed in for this list.
  useEffect(() => {
    if (signIn.status === "signed-in" && status?.faults.some(mendedBySignIn)) refresh();
  }, [signIn.status, signIn.until]);
  useCommands([
    { label: "Refresh", icon: "again", shortcut: "F5", words: "ask again reload", onPick: refresh },
  ]);
  useKeys((event) => {
    const pane = event.target instanceof Element && event.target.closest(".resource-main") !== null;
    if (event.key === "Escape" && pane) search.current?.focus();
    else if (event.key === "Escape") void client.send({ name: "closeWindow", window: window.id });
    else if (event.key === "F5") refresh();
    else return false;
    return true;
  });
  return {
    kind,
    account,
    client,
    sender,
    listContext,
    showIn(next) {
      moves.current++;
      setListContext(next);
      list.begin();
    },
    shown,
    region,
    typed,
    type(text) {
      moveOn();
      setTyped(text);
      list.begin();
    },
    picking: {
      ...list,
      pick(index) {
        moveOn();
        list.pick(index);
      },
      step(event) {
        const goes = list.step(event);
        if (goes) moveOn();
        return goes;
      },
    },
    moves,
    status,
    standing,
    where: {
      account: account.accountId,
      ...listContext,
      // Uses are counted without the account's usual region, as in the palette.
      ...(region === undefined || region === account.region ? {} : { region }),
      ...(role ? { role } : {}),
    },
    search,
    refresh,
  };
}

function standingOf(
  status: ResourceListStatus | undefined,
): ResourcesPage<never, ResourcesModel>["standing"] {
  if (!status || (status.role === null && status.faults.length === 0)) return "unknown";
  return status.faults.some(({ code }) => code === "choose") ? "choose" : "known";
}
