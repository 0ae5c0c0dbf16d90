/** Maximum characters of a text that are searched. Longer texts are shown cut anyway. */
const SEARCHED = 4000;

/** Ending of a key that names a password or something equivalent. */
const KEY = "pass(?:word|wd|phrase|code)?s?|pwd|secret|tokens?|credentials?|auth(?:orization)?|bearer|" +
  "(?:api|access|secret|private|signing|encryption)[_-]?key(?:[_-]?id)?";
/**
 * The same for keys in JSON texts, including mistyped keys, other languages and longer names, because
 * unnecessary dots do no harm there.
 */
const NAME =
  `${KEY}|p(?:a?s+w|ass(?:e|phrase|code)?s?(?![a-z])|wd)\\w{0,40}|(?:kennw|contrase[nñ]|secret|token|cred(?:s|ential))\\w{0,40}|` +
  "(?:api|access|secret|priv(?:ate)?|signing|encryption)[_-]?key\\w{0,40}|(?<![a-z])(?:pin|pw|otp)";
const NAMES = new RegExp(`(?:${NAME})$`, "i");
const MAY_HOLD = new RegExp(`[@]|AKIA|ASIA|gh[opsru]_|eyJ|[A-Za-z0-9+/]{40}|${KEY}`, "i");

/** Each pattern matches the text before a password (group 1) and the password (group 2). */
const PASSWORDS = [
  // postgres://ada:…@db, also without the scheme.
  /(:\/\/[^\s/:@"]*:)([^\s"]+)(?=@)/g,
  /((?:^|[\s"'=])[^\s"'/:@=,{}[\]]{1,100}:(?!\/\/))([^\s"'@]+)(?=@)/g,
  // "password": "…", also with quotes that are invalid in JSON, because an error message may show such a line.
  new RegExp(`((?:${KEY})["']?\\s*[:=]{1,2}\\s*")((?:[^"\\\\]|\\\\.)+)`, "gi"),
  new RegExp(`((?:${KEY})["']?\\s*[:=]{1,2}\\s*')((?:[^'\\\\]|\\\\.)+)`, "gi"),
  // password=…, as in parameters of addresses and in connection strings.
  new RegExp(`((?:${KEY})=)([^\\s"';&=]+)`, "gi"),
  // Keys and tokens known by their form: of AWS, of GitHub, JSON Web Tokens.
  /(\b)((?:AKIA|ASIA)[A-Z0-9]{12,}|gh[opsru]_\w{20,}|eyJ[\w-]{10,}\.[\w.-]{10,})/g,
  /((?<![A-Za-z0-9+/=]))((?=[a-z0-9+/]{0,39}[A-Z])(?=[A-Z0-9+/]{0,39}[a-z])(?=[A-Za-z+/]{0,39}[0-9])[A-Za-z0-9+/]{40})(?![A-Za-z0-9+/=])/g,
];

/**
 * Returns a text with a dot for each character of a password in addresses (`postgres://ada:•••@db`), keys and
 * parameters.
 */
export function passwordDots(text: string): string {
  if (!MAY_HOLD.test(text)) return text;
  const searched = PASSWORDS.reduce(
    (now, pattern) => now.replace(pattern, (_, before: string, password: string) => before + dots(password)),
    text.slice(0, SEARCHED),
  );
  return searched + text.slice(SEARCHED);
}

/** Whether a value under this key may be a password. */
export function namesPassword(key: string | number | undefined): boolean {
  return typeof key === "string" && NAMES.test(key);
}

/** Such a key in a JSON text, with everything up to its value. Any of the quotes and signs may be wrong or missing. */
const BEFORE = new RegExp(
  // Names are rare, so the text before a name is examined only where a name was found.
  `(?=${NAME})(?:(?<=(?:^|[\\s{,[("'\`“„‘])[\\w.-]{0,40})(?:${NAME})(?:["'\`”’“]?\\s*(?::(?!=)|=(?!=))\\s*|["'\`”’“][ \\t]*(?=[^\\s,}\\]:=]))|` +
    `(?<=(?:^|[{,\\n])[ \\t]*["'][\\w.-]{0,40})(?:${NAME})[ \\t]+(?=[^\\s"':=]))`,
  "gi",
);
const BEHIND = String.raw`(?=\s*(?:$|[}\]]|\/[/*]|,\s*(?:$|[}\]]|\/[/*]|["'][^"'\r\n]*["']\s*:|\w+\s*:)))`;
/** A well-formed value, or one word, whose end is certain. */
const QUOTED = new RegExp(String.raw`(["'])(?:(?!\1)[^\\\r\n]|\\.)*\1` + BEHIND, "y");
const WORD = new RegExp(String.raw`[^\s,{}[\]"']+` + BEHIND, "y");
const NO_SECRET = new RegExp(String.raw`(?:true|false|null)${BEHIND}|\{|\[\s*(?:$|[\r\n{])`, "y");
/** Everything else: the rest of the line, and further lines up to one that begins with a key or a bracket. */
const REST = /[^\r\n]*(?:\r?\n(?!\s*(?:["'{}[\]]|\w+["']?\s*[:=]))[^\r\n]*)*/y;
const USER = /(?<![^\s"'=,{[])[^\s"'/:@=,{}[\]]{1,100}:(?!\/\/)([^\s"'@,]+)(?=@)/g;

/** Returns the ranges of a JSON text, however malformed, that may contain secrets. */
function secretSpans(text: string): (readonly [from: number, to: number])[] {
  const keyed = [...text.matchAll(BEFORE)].map((match) => {
    const from = match.index + match[0].length;
    const read = (pattern: RegExp) => {
      pattern.lastIndex = from;
      return pattern.exec(text)?.[0].length;
    };
    if (read(NO_SECRET) !== undefined) return [from, from] as const;
    const quoted = read(QUOTED);
    if (quoted !== undefined) return [from + 1, from + quoted - 1] as const;
    return [from, from + (read(WORD) ?? read(REST) ?? 0)] as const;
  });
  const users = [...text.matchAll(USER)].map((match) => {
    const to = match.index + match[0].length;
    return [to - match[1]!.length, to] as const;
  });
  return [...keyed, ...users];
}

/** Whether a part of a JSON text may be, or belong to, a secret, judged by the text around it. */
export function isSecretPiece(text: string, start: number, end: number): boolean {
  const from = Math.max(0, start - SEARCHED);
  return secretSpans(text.slice(from, end + SEARCHED))
    .some(([first, last]) => start < from + last && end > from + first);
}

/** A word that is too short for a password, a number, or a constant of some language. */
const SAYS_NOTHING = /^(?:.{1,3}|[+-]?[\d.]+|true|false|null|none|undefined|-?infinity)$/i;

/** Whether a word under no key in a JSON text may be a password, because nothing shows what it is. */
export function mayBeKeyless(word: string): boolean {
  return !SAYS_NOTHING.test(word);
}

/** Like {@link isSecretPiece}, but also true for a part that is not `keyed` and may be a password. */
export function mayBeSecret(text: string, start: number, end: number, keyed: boolean): boolean {
  return (!keyed && mayBeKeyless(text.slice(start, end))) || isSecretPiece(text, start, end);
}

/** Returns a JSON text, malformed or not, with a dot for every character that may belong to a secret. */
export function secretDots(text: string): string {
  const shown = secretSpans(text).reduce(
    (now, [from, to]) => now.slice(0, from) + dots(now.slice(from, to)) + now.slice(to),
    text,
  );
  return passwordDots(shown);
}

/** Returns a dot for each character, so that offsets stay the same. Line breaks stay. */
export function dots(secret: string): string {
  return secret.replace(/[^\r\n]/g, "•");
}
