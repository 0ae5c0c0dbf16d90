import { parseXml, type XmlDocument, XmlElement } from "@rgrove/parse-xml";
import { malformed } from "../wire/shape.ts";
import { callService, type ServiceCall } from "./signed.ts";

/** The longest text that is taken from one element, in characters. */
const LONGEST = 16_384;

/** An element of an answer in XML, read by the names of its children. */
export class XmlAnswer {
  readonly #element: XmlElement | XmlDocument;

  constructor(readonly doing: string, element: XmlElement | XmlDocument) {
    this.#element = element;
  }

  /** The text of the child of that name; empty counts as missing. */
  maybeText(name: string): string | undefined {
    const text = this.#children(name)[0]?.text.trim();
    if (text !== undefined && text.length > LONGEST) throw malformed(this.doing, `${name} is too long`);
    return text || undefined;
  }

  /** The text of a child that must be there. */
  text(name: string): string {
    const text = this.maybeText(name);
    if (text === undefined) throw malformed(this.doing, `${name} is missing`);
    return text;
  }

  /** Whether the child of that name says true. */
  flag(name: string): boolean {
    return this.maybeText(name) === "true";
  }

  /** The child of that name, when there is one. */
  child(name: string): XmlAnswer | undefined {
    const [found] = this.#children(name);
    return found && new XmlAnswer(this.doing, found);
  }

  /** The items of a list: the children of the child of that name, at most `most`. */
  list(name: string, most: number): XmlAnswer[] {
    const items = this.#children(name)[0]?.children.filter((node) => node instanceof XmlElement) ?? [];
    if (items.length > most) throw malformed(this.doing, `${name} is too long`);
    return items.map((item) => new XmlAnswer(this.doing, item));
  }

  #children(name: string): XmlElement[] {
    return this.#element.children.filter((node): node is XmlElement =>
      node instanceof XmlElement && node.name === name
    );
  }
}

/** What a call of a service with XML answers needs. */
type QueryCall = Omit<ServiceCall, "headers" | "body" | "errorOf"> & {
  readonly action: string;
  /** The version of the service's interface, a date. */
  readonly version: string;
  /** The result is the answer's root itself. */
  readonly bare?: true;
  readonly input?: Readonly<Record<string, string>>;
};

/** Calls an operation of a service that takes a form and answers in XML; gives its result element. Throws a CloudError. */
export async function callQuery({ action, version, bare, input, ...call }: QueryCall): Promise<XmlAnswer> {
  const answer = await callService({
    ...call,
    headers: { "content-type": "application/x-www-form-urlencoded", accept: "text/xml" },
    body: new URLSearchParams({ Action: action, Version: version, ...input }).toString(),
    errorOf({ text }) {
      const root = rootOf(call.doing, text, true);
      const error = root?.child("Error") ?? root?.child("Errors")?.child("Error");
      const message = error?.maybeText("Message");
      return { name: error?.maybeText("Code") ?? "", ...(message ? { message } : {}) };
    },
  });
  const root = rootOf(call.doing, answer.text);
  const result = bare ? root : root?.child(`${action}Result`);
  if (!result) throw malformed(call.doing, "it has no result");
  return result;
}

/** The root element; null when a refusal comes without XML. */
function rootOf(doing: string, text: string, refusal = false): XmlAnswer | null {
  try {
    const { root } = parseXml(text);
    return root && new XmlAnswer(doing, root);
  } catch {
    if (refusal) return null;
    throw malformed(doing, "it is no XML");
  }
}
