import { type CSSToken, tokenize, TokenType } from "@csstools/css-tokenizer";

/** Functions that take an address as a text; only `url` is looked into, the others become functions that no browser knows. */
const ADDRESS_FUNCTIONS = /^(src|image|image-set|-webkit-image-set)$/i;

/** Functions whose texts are no addresses. */
const TEXT_FUNCTIONS = /^(url|attr|counters?|env|format|local|symbols|tech|type|var)$/i;

/** Rules that bring other style sheets; by another name a browser passes over them. */
const ADDRESS_RULES = /^(import|namespace)$/i;

/** Addresses that lead nowhere: into the document itself, or data that it brings along. */
const HARMLESS_ADDRESS = /^(#|data:(image|font|application\/(x-)?font)[a-z0-9/+.-]*[;,])/i;

const NOWHERE = 'url("data:,")';

/**
 * Style sheets or declarations without anything that is loaded from elsewhere. What is left has no `<` and no `&` that markup
 * could begin with, so that it stays what it is wherever a browser finds it.
 */
export function cleanCss(css: string): string {
  const open: string[] = [];
  let cleaned = "";
  let address = false;
  // As every reader of CSS does.
  for (const token of tokenize({ css: css.replaceAll("\0", "\ufffd") })) {
    const [type, raw, , , value] = token;
    switch (type) {
      case TokenType.Function:
        open.push(value.value);
        address = /^url$/i.test(value.value);
        cleaned += ADDRESS_FUNCTIONS.test(value.value) ? "unknown(" : escaped(raw);
        continue;
      case TokenType.OpenParen:
        open.push("");
        cleaned += raw;
        continue;
      case TokenType.CloseParen:
        open.pop();
        cleaned += raw;
        break;
      case TokenType.URL:
        cleaned += HARMLESS_ADDRESS.test(value.value) ? escaped(raw) : NOWHERE;
        break;
      case TokenType.String:
        cleaned += cleanString(raw, value.value, open.at(-1) ?? "", address);
        break;
      case TokenType.AtKeyword:
        cleaned += ADDRESS_RULES.test(value.value) ? "@unknown" : escaped(raw);
        break;
      case TokenType.Delim:
        cleaned += cleanDelim(value.value);
        break;
      case TokenType.Whitespace:
        cleaned += raw;
        continue;
      default:
        cleaned += isDropped(token) ? " " : escaped(raw);
    }
    address = false;
  }
  return cleaned;
}

/** Comments and what is left of HTML ones say nothing; broken texts and addresses nothing that can be judged. */
function isDropped([type]: CSSToken): boolean {
  return type === TokenType.Comment || type === TokenType.CDO || type === TokenType.CDC ||
    type === TokenType.BadURL || type === TokenType.BadString;
}

/** A text; as an address, or where it may be meant as one, only a harmless one. */
function cleanString(raw: string, value: string, within: string, address: boolean): string {
  const harmless = address ? HARMLESS_ADDRESS.test(value) : within === "" || TEXT_FUNCTIONS.test(within);
  return harmless ? escaped(raw) : '"data:,"';
}

/** `<` and `&` as signs: in a comparison and for the parent's selector, never as the beginning of markup. */
function cleanDelim(sign: string): string {
  if (sign === "<") return "< ";
  return sign === "&" ? "&/**/" : sign;
}

/**
 * Markup's signs within texts, names and addresses, as CSS itself writes characters. The backslash of a sign that is escaped
 * already goes with it: left before the new escape it would be a character of its own, and end the name.
 */
function escaped(raw: string): string {
  return raw.replace(/\\[^<&]|(\\?)([<&])(?=(\S?))/gs, (all, backslash = "", sign = "", next = "") => {
    if (sign === "") return all;
    const code = sign === "<" ? "3c" : "26";
    // Six digits need no space to end them, which a careless reader takes for the end of the name.
    return backslash !== "" && next !== "" ? `\\0000${code}` : `\\${code} `;
  });
}
