// @ts-types="@types/sanitize-html"
import sanitizeHtml from "sanitize-html";
import { cleanCss } from "./css.ts";
import { ADDRESSES, ATTRIBUTES, HIDDEN_TAGS, STYLED, TAGS } from "./lists.ts";

/** A report without anything that runs, loads or connects. */
export interface CleanReport {
  /** The markup of its body. */
  readonly html: string;
  /**
   * Attributes of the author's own `html` and `body` elements; null when the report only contains the content
   * of a body.
   */
  readonly document: Readonly<Record<string, string>> | null;
  /** The targets of its links. */
  readonly links: readonly string[];
}

/** Maximum nesting of elements; deeper elements are removed but their text stays. Browsers stop at a similar depth. */
const MAX_DEPTH = 500;

/** Maximum characters of a link's address. */
const MAX_LINK_LENGTH = 8000;

/**
 * The name of style sheets while the rest is cleaned. `sanitize-html` writes the text of a `style` element as it
 * is, although within SVG, where entities are decoded, that text can contain markup and the end of the element.
 */
const SHEET = "kedge-style";

/** Pictures that a report contains itself. */
const PICTURE = /^data:image\/(png|jpeg|gif|webp|avif|bmp|x-icon|vnd\.microsoft\.icon|svg\+xml)[;,]/i;

/**
 * Removes from a report everything that could reach out of its window: scripts, forms, frames, and addresses
 * that a browser loads or prefetches, in markup, SVG and CSS. Links lead to `linkPrefix` and their index in
 * `links`. Each remaining tag is harmless by itself, so the way in which a browser nests them does not
 * matter.
 */
export function cleanReport(html: string, linkPrefix: string): CleanReport {
  const links: string[] = [];
  let document: Record<string, string> | null = null;
  const link = (url: string) => `${linkPrefix}${links.push(url) - 1}`;
  const cleaned = sanitizeHtml(html, {
    allowedTags: [...TAGS.filter((tag) => tag !== "style"), SHEET],
    nonTextTags: [...HIDDEN_TAGS],
    allowedAttributes: { "*": [...ATTRIBUTES] },
    allowedSchemes: ["data"],
    allowedSchemesAppliedToAttributes: [...ADDRESSES],
    allowProtocolRelative: false,
    parseStyleAttributes: false,
    nestingLimit: MAX_DEPTH,
    selfClosing: ["br", "col", "hr", "img", "wbr"],
    transformTags: {
      "*": (tagName, attributes) => {
        const attribs = cleanAttributes(tagName, attributes, link);
        if (tagName === "html" || tagName === "body") {
          document = { ...document ?? {}, ...ofDocument(attribs) };
        }
        return { tagName: tagName === "style" ? SHEET : tagName, attribs };
      },
    },
  });
  return { html: cleanStyles(cleaned), document, links };
}

/** Returns the attributes of an element that may stay; addresses and CSS follow their own rules. */
function cleanAttributes(
  tag: string,
  attributes: Readonly<Record<string, string>>,
  link: (url: string) => string,
): Record<string, string> {
  const clean: Record<string, string> = {};
  for (const [name, value] of Object.entries(attributes)) {
    if (STYLED.has(name)) clean[name] = cleanCss(value);
    else if (!ADDRESSES.includes(name)) clean[name] = value;
    else if (name !== "src" && value.trim().startsWith("#")) clean[name] = value.trim();
    else if (tag === "a" && name !== "src") {
      const url = URL.parse(value.trim());
      if (!url || !/^https?:$/.test(url.protocol) || url.href.length > MAX_LINK_LENGTH) continue;
      clean[name] = link(url.href);
      // The title shows the link's target, which is not visible otherwise.
      clean.title = url.href;
    } else if ((tag === "img" || tag === "image") && PICTURE.test(value)) clean[name] = value;
  }
  return clean;
}

/** Returns the attributes of the author's `html` and `body` that affect the look of the whole report. */
function ofDocument(attributes: Readonly<Record<string, string>>): Record<string, string> {
  const allowed = ["class", "dir", "id", "lang", "style"];
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => allowed.includes(name)));
}

/**
 * Returns the markup with its style sheets, each cleaned: from its tag to the next end tag, which is the most
 * that a browser would read. Elements within it are left out, and so are end tags that remain without a tag.
 */
function cleanStyles(html: string): string {
  const sheets = new RegExp(`<${SHEET}([^>]*)>(.*?)</${SHEET}>`, "gs");
  return html
    .replace(sheets, (_, attributes, css) => `<style${attributes}>${cleanCss(textOf(css))}</style>`)
    .replaceAll(`</${SHEET}>`, "");
}

/** Returns the text of markup that `sanitize-html` wrote. */
function textOf(markup: string): string {
  const text = markup.replaceAll(/<[^>]*>/g, "");
  return text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
}
