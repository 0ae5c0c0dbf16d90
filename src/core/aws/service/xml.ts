import { parseXml, type XmlDocument, XmlElement } from "@rgrove/parse-xml";
import { malformed } from "../wire/shape.ts";
import { callService, type ServiceCall } from "./signed.ts";

/** Maximum characters of an element's text. */
const MAX_LENGTH = 16_384;

/** An element of an XML response, read by the names of its children. */
export class XmlAnswer {
  readonly #element: XmlElement | XmlDocument;

  constructor(readonly doing: string, element: XmlElement | XmlDocument) {
    this.#element = element;
  }

  /** Returns the text of the child with that name; undefined when it is missing or empty. */
  maybeText(name: string): string | undefined {
    const text = this.#children(name)[0]?.text.trim();
    if (text !== undefined && text.length > MAX_LENGTH) throw malformed(this.doing, `${name} is too long`);
    return text || undefined;
  }

  /** Returns the text of the child with that name. Throws a CloudError when it is missing. */
  text(name: string): string {
    const text = this.maybeText(name);
    if (text === undefined) throw malformed(this.doing, `${name} is missing`);
    return text;
  }

  /** Whether the child with that name has the text `true`. */
  flag(name: string): boolean {
    return this.maybeText(name) === "true";
  }

  /** Returns the child with that name; undefined for none. */
  child(name: string): XmlAnswer | undefined {
    const [found] = this.#children(name);
    return found && new XmlAnswer(this.doing, found);
  }

  /**
   * Returns the items of a list, which are the children of the child with that name. Throws a CloudError
   * above `most`.
   */
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

/** A call of an operation with an XML response. */
type QueryCall = Omit<ServiceCall, "headers" | "body" | "errorOf"> & {
  readonly action: string;
  /** Version of the service's API, a date. */
  readonly version: string;
  /** Set when the result is the root element of the response. */
  readonly bare?: true;
  readonly input?: Readonly<Record<string, string>>;
};

/** Calls an operation that takes a form and responds in XML; returns the result element. Throws a CloudError. */
export async function callQuery({ action, version, bare, input, ...call }: QueryCall): Promise<XmlAnswer> {
  const answer = await callService({
    ...call,
    headers: { "content-type": "application/x-www-form-urlencoded", accept: "text/xml" },
    body: new URLSearchParams({ Action: action, Version: version, ...input }).toString(),
    errorOf({ text }) {
      const root = rootOf(call.doing, text, true);
      const error = root?.child("Error") ?? root?.child("Errors")?.child("Error");
      return { name: error?.maybeText("Code") ?? "", message: error?.maybeText("Message") };
    },
  });
  const root = rootOf(call.doing, answer.text);
  const result = bare ? root : root?.child(`${action}Result`);
  if (!result) throw malformed(call.doing, "it has no result");
  return result;
}

/** Returns the root element. Null for an error response without XML. */
function rootOf(doing: string, text: string, refusal = false): XmlAnswer | null {
  try {
    const { root } = parseXml(text);
    return root && new XmlAnswer(doing, root);
  } catch {
    if (refusal) return null;
    throw malformed(doing, "it is no XML");
  }
}
