import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { AccountsModel, rolesHere } from "../../../pages/accounts/page.ts";
import { type Client, useRows } from "../../client/mod.ts";
import { Button, EmptyState, List, Notice, Row, Section, Skeleton } from "../../system/mod.ts";

/** Number of roles shown at first and added by each "more". */
const STEP = 100;

/** A command for a role. */
export type RoleCommand = "console" | "copy" | "terminal";

/** The commands with their labels, what they do in words, and their shortcuts, in the order of the buttons. */
const ROLE_COMMANDS:
  readonly (readonly [roleCommand: RoleCommand, label: string, does: string, shortcut: string])[] = [
    ["console", "Console", "Open the console", "Enter"],
    ["copy", "Copy", "Copy credentials", "Mod+Enter"],
    ["terminal", "Terminal", "Open a terminal", "Shift+Enter"],
  ];

/** The roles of an account, the last used one first, each with its console, credentials and terminal. */
export function Roles(
  { account, own, signedOut, client, intent, onDone, onDo, onRetry, onSignIn }: {
    account: string;
    /** Whether the user's default AWS credentials belong to the account. */
    own: boolean;
    /** Whether the user is signed out of the portal that knows the roles. */
    signedOut: boolean;
    client: Client<AccountsModel>;
    /** The command that a key has requested. It runs with the current role once that is loaded. */
    intent: RoleCommand | null;
    onDone: () => void;
    onDo: (roleCommand: RoleCommand, role: string) => void;
    onRetry: () => void;
    onSignIn: () => void;
  },
): JSX.Element {
  const [count, setCount] = useState(STEP);
  const found = useRows<typeof rolesHere>(client, "roles", { account }, { count });
  const [focused, setFocused] = useState<string | null>(null);
  const rows = found.rows.length === 0 && own ? [""] : found.rows;
  // The role with the focus, else the last used one.
  const current = focused !== null && rows.includes(focused) ? focused : rows[0];
  useEffect(() => {
    if (intent === null || !found.current) return;
    onDone();
    if (current !== undefined) onDo(intent, current);
    else if (found.state === "empty" && signedOut) onSignIn();
    else if (found.state === "empty" && intent === "console") onDo("console", "");
  }, [intent, found.current]);
  return (
    <section class="grow scroll" aria-label="Roles">
      {found.state === "loading" ? <Skeleton rows={4} /> : found.state === "error"
        ? (
          <Notice
            tone="danger"
            message={found.failure?.error ?? "The roles cannot be listed."}
            hint={found.failure?.hint}
          >
            <Button compact onClick={onRetry}>Try again</Button>
          </Notice>
        )
        : rows.length === 0
        ? signedOut
          ? (
            <EmptyState small title="Sign in to see your roles here">
              <Button onClick={onSignIn}>Sign in</Button>
            </EmptyState>
          )
          : (
            <EmptyState
              small
              title="You have no role here that is known"
              text="The console still opens, for whoever is signed in there."
            >
              <Button shortcut="Enter" onClick={() => onDo("console", "")}>Open console</Button>
            </EmptyState>
          )
        : (
          <>
            <Section title="Roles" count={found.total || rows.length} />
            <List label="Roles">
              {rows.map((role) => (
                <RoleRow
                  key={role}
                  role={role}
                  current={role === current}
                  onFocus={() => setFocused(role)}
                  onDo={onDo}
                />
              ))}
              {found.more && (
                <Row verb="Show" onRun={() => setCount(count + STEP)}>
                  <span class="link">
                    Show <span class="name">more</span>
                  </span>
                </Row>
              )}
            </List>
          </>
        )}
    </section>
  );
}

function RoleRow(
  { role, current, onFocus, onDo }: {
    role: string;
    current: boolean;
    onFocus: () => void;
    onDo: (roleCommand: RoleCommand, role: string) => void;
  },
): JSX.Element {
  const name = role === "" ? "your own credentials" : role;
  return (
    <div class={`role${current ? " current" : ""}`} onFocusIn={onFocus} role="presentation">
      <Row
        current={current}
        tools={ROLE_COMMANDS.map(([roleCommand, label, does, shortcut]) => (
          <Button
            key={roleCommand}
            kind="bare"
            title={`${label} as ${name}`}
            alone={`${does} as ${name}`}
            shortcut={shortcut}
            onClick={() => onDo(roleCommand, role)}
          >
            {label}
            <span class="aside">{` as ${name}`}</span>
          </Button>
        ))}
      >
        <span class={role === "" ? "cut quiet" : "cut"}>{name}</span>
      </Row>
    </div>
  );
}
