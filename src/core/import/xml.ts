import type { XmlElement } from "@rgrove/parse-xml";

/** Returns the elements directly in an element. */
export function elementsIn(element: XmlElement): XmlElement[] {
  return element.children.filter((one) => "attributes" in one) as XmlElement[];
}

/**
 * Returns the text directly in an element. The text of elements inside it is left out, because each level of a
 * deep document would copy all that is below.
 */
export function ownText(element: XmlElement): string {
  return element.children.map((one) => "text" in one && !("attributes" in one) ? one.text : "").join("");
}
