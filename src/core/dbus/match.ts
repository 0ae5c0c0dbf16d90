import type { Message } from "./message.ts";

/** Which signals to hear. */
export interface Match {
  readonly sender: string;
  readonly interface: string;
  readonly member: string;
  /** The first argument's value. */
  readonly argument?: string;
  /** The object that tells. */
  readonly path?: string;
}

/** The name of the bus itself. */
export const BUS = "org.freedesktop.DBus";

/** A match as the bus takes it. */
export function ruleOf({ sender, interface: interfaceName, member, argument, path }: Match): string {
  return `type='signal',sender='${sender}',interface='${interfaceName}',member='${member}'` +
    (argument === undefined ? "" : `,arg0='${argument}'`) + (path === undefined ? "" : `,path='${path}'`);
}

/** The bus itself signs with its own name; others sign with their unique name, which the bus has matched. */
export function isMatched(match: Match, message: Message): boolean {
  return match.interface === message.interface && match.member === message.member &&
    (match.sender !== BUS || message.sender === BUS) &&
    (match.path === undefined || match.path === message.path) &&
    (match.argument === undefined || match.argument === message.body?.[0]);
}
