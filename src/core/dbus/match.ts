import type { Message } from "./message.ts";

/** The signals to listen for. */
export interface Match {
  readonly sender: string;
  readonly interface: string;
  readonly member: string;
  /** Value of the first argument. */
  readonly argument?: string;
  /** Path of the object that sends the signal. */
  readonly path?: string;
}

/** The name of the bus itself. */
const BUS = "org.freedesktop.DBus";

/** The bus itself, as the destination of calls. */
export const DBUS = { destination: BUS, path: "/org/freedesktop/DBus", interface: BUS } as const;

/** Returns the signal of the bus that a name has got an owner, lost it or got another one. */
export const ownerChanges = (name: string): Match => ({
  sender: BUS,
  interface: BUS,
  member: "NameOwnerChanged",
  argument: name,
});

/** Returns a match as a rule for the bus. */
export function ruleOf({ sender, interface: interfaceName, member, argument, path }: Match): string {
  return `type='signal',sender='${sender}',interface='${interfaceName}',member='${member}'` +
    (argument === undefined ? "" : `,arg0='${argument}'`) + (path === undefined ? "" : `,path='${path}'`);
}

/**
 * Returns whether a message matches. The bus sends with its own name; others send with their unique name,
 * which the bus has already matched.
 */
export function isMatched(match: Match, message: Message): boolean {
  return match.interface === message.interface && match.member === message.member &&
    (match.sender !== BUS || message.sender === BUS) &&
    (match.path === undefined || match.path === message.path) &&
    (match.argument === undefined || match.argument === message.body?.[0]);
}
