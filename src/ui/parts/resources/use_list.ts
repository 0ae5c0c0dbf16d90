import type { RefObject } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Command } from "../../../core/app/command.ts";
import type { defineQuery } from "../../../pages/query.ts";
import type { PlaceStatus } from "../../../pages/resources.ts";
import type { NamedAccount } from "../../../pages/shown.ts";
import type { SignInState, WindowState } from "../../../core/state/state.ts";
import { type Client, type RowsView, useRows } from "../../client/mod.ts";
import type { Sender } from "../../page.ts";
import { FIRST_VIEW, type IconName, type RowsInView, useKeys, withCommand } from "../../system/mod.ts";
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
type StatusQuery = ReturnType<typeof defineQuery<Looking, PlaceStatus>>;

/** A list of resources in its window: what was typed, what is chosen, and how the list stands. */
export interface ListOnPage<Row> {
  readonly looking: Looking;
  look(looking: Looking): void;
  readonly typed: string;
  type(text: string): void;
  readonly at: number;
  setAt(place: number): void;
  setView(view: RowsInView): void;
  readonly found: RowsView<Row>;
  readonly status: PlaceStatus | undefined;
  /** Whether it is known as whom the user looks: `choose` when they have to say it first. */
  readonly standing: "unknown" | "choose" | "known";
  /** The row that is chosen; it stays while others are on their way. */
  readonly chosen: Row | undefined;
  readonly where: Where;
  readonly search: RefObject<HTMLInputElement>;
  refresh(): void;
}

/** A kind of resources that has a window. */
export interface ResourceKind {
  /** What is listed, in small letters, and the title of the window. */
  readonly what: Extract<Command, { name: "refreshResources" }>["list"];
  readonly title: string;
  /** One of them, in words. */
  readonly one: string;
  /** The parameters by one of which a window is opened at one of them. */
  readonly params: readonly string[];
  readonly icon: IconName;
  /** What stands there when the account has none. */
  readonly empty: string;
}

/** What every page of resources does with its list. */
export function useResourceList<Row>(
  client: Client,
  { window, account, signIn }: { window: WindowState; account: NamedAccount; signIn: SignInState },
  { what, params }: ResourceKind,
  sender: Sender,
): ListOnPage<Row> {
  const [looking, setLooking] = useState<Looking>({});
  const [typed, setTyped] = useState("");
  const [at, setAt] = useState(0);
  const [view, setView] = useState(FIRST_VIEW);
  const search = useRef<HTMLInputElement>(null);
  const found = useRows<ListQuery<Row>>(client, "list", { ...looking, search: typed }, view);
  const status = useRows<StatusQuery>(client, "status", looking, { count: 1 }).rows[0];
  const here = found.rows[at - found.from];
  const [kept, keep] = useState<Row | undefined>(undefined);
  useEffect(() => {
    if (here) keep(() => here);
    else if (found.state === "empty") keep(undefined);
  }, [here, found.state]);
  const refresh = () =>
    void sender.send({ name: "refreshResources", list: what, account: account.accountId, ...looking });
  function type(text: string): void {
    setTyped(text);
    setAt(0);
    setView(FIRST_VIEW);
  }
  useLayoutEffect(() => {
    const { role, region } = window.params;
    setLooking({ ...(role === undefined ? {} : { role }), ...(region === undefined ? {} : { region }) });
    type(params.map((name) => window.params[name]).find((name) => name !== undefined) ?? "");
    search.current?.focus();
    search.current?.select();
  }, [window.raised, account.accountId]);
  const standing = looking.role === undefined ? standingOf(status) : "known";
  useLayoutEffect(() => search.current?.focus(), [standing === "choose"]);
  // Whoever has signed in meant this list.
  useEffect(() => {
    if (signIn.status === "signed-in" && status?.faults.some(mendedBySignIn)) refresh();
  }, [signIn.status]);
  useKeys((event) => {
    const pane = event.target instanceof Element && event.target.closest(".resource-main") !== null;
    if (event.key === "Escape" && pane) search.current?.focus();
    else if (event.key === "Escape") void client.send({ name: "closeWindow", window: window.id });
    else if (event.key === "F5") refresh();
    else if (event.key.toLowerCase() === "f" && withCommand(event)) search.current?.select();
    else return false;
    return true;
  });
  return {
    looking,
    look(next) {
      setLooking(next);
      type(typed);
    },
    typed,
    type,
    at,
    setAt,
    setView,
    found,
    status,
    standing,
    chosen: here ?? kept,
    where: { account: account.accountId, ...looking, ...(status?.role ? { role: status.role } : {}) },
    search,
    refresh,
  };
}

function standingOf(status: PlaceStatus | undefined): ListOnPage<unknown>["standing"] {
  if (!status || (status.role === null && status.faults.length === 0)) return "unknown";
  return status.faults.some(({ trouble }) => trouble === "choose") ? "choose" : "known";
}
