import { type CSSToken, tokenize, TokenType } from "@csstools/css-tokenizer";

/**
 * Functions that take an address as a text. Only `url` is checked; the others are replaced by a function
 * unknown to browsers.
 */
const ADDRESS_FUNCTIONS = /^(src|image|image-set|-webkit-image-set)$/i;

/** Functions whose texts are not addresses. */
const TEXT_FUNCTIONS = /^(url|attr|counters?|env|format|local|symbols|tech|type|var)$/i;

/** Rules that load other style sheets; they get another name, so that browsers ignore them. */
const ADDRESS_RULES = /^(import|namespace)$/i;

/** Addresses that load nothing: into the document itself, or data that it contains. */
const HARMLESS_ADDRESS = /^(#|data:(image|font|application\/(x-)?font)[a-z0-9/+.-]*[;,])/i;

const NOWHERE = 'url("data:,")';

/**
 * Returns style sheets or declarations without anything that is loaded from elsewhere. The result contains no
 * `<` or `&` with which markup could begin, so that it stays CSS wherever a browser finds it.
 */
export function cleanCss(css: string): string {
  const open: string[] = [];
  let cleaned = "";
  let address = false;
  // All CSS parsers replace NUL like this.
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

/**
 * Returns whether a token is dropped: comments, including remains of HTML ones, have no effect; broken texts
 * and addresses cannot be judged.
 */
function isDropped([type]: CSSToken): boolean {
  return type === TokenType.Comment || type === TokenType.CDO || type === TokenType.CDC ||
    type === TokenType.BadURL || type === TokenType.BadString;
}

/** Returns a text of CSS; an address, or a text that may be one, is emptied unless it is harmless. */
function cleanString(raw: string, value: string, within: string, address: boolean): string {
  const harmless = address ? HARMLESS_ADDRESS.test(value) : within === "" || TEXT_FUNCTIONS.test(within);
  return harmless ? escaped(raw) : '"data:,"';
}

/**
 * Returns `<` and `&` as operators, in a comparison and for the parent selector, in a form that cannot begin
 * markup.
 */
function cleanDelim(sign: string): string {
  if (sign === "<") return "< ";
  return sign === "&" ? "&/**/" : sign;
}

/**
 * Escapes the characters `<` and `&` in texts, names and addresses in CSS's own way. The backslash of an
 * already escaped character is removed with it: before the new escape it would be a character of its own and
 * end the name.
 */
function escaped(raw: string): string {
  return raw.replace(/\\[^<&]|(\\?)([<&])(?=(\S?))/gs, (all, backslash = "", sign = "", next = "") => {
    if (sign === "") return all;
    const code = sign === "<" ? "3c" : "26";
    // Six digits need no space to end them; a careless parser takes the space for the end of the name.
    return backslash !== "" && next !== "" ? `\\0000${code}` : `\\${code} `;
  });
}
