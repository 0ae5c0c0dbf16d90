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
export const BUS = "org.freedesktop.DBus";

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
