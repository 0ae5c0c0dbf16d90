/** Longer texts are shown cut anyway, and what is searched stays short. */
const SEARCHED = 4000;

/** The end of a key that names a password. */
const KEY = "pass(?:word|wd|phrase)?|pwd";

/** What stands before a password, and the password. */
const PASSWORDS = [
  // postgres://ada:…@db
  /(:\/\/[^\s/:@"]*:)([^\s"]+)(?=@)/g,
  // "password": "…", also with the quotes that JSON does not have: such a line is one to report.
  new RegExp(`((?:${KEY})["']?\\s*:\\s*")((?:[^"\\\\]|\\\\.)+)`, "gi"),
  new RegExp(`((?:${KEY})["']?\\s*:\\s*')((?:[^'\\\\]|\\\\.)+)`, "gi"),
  // password=…, as parameters of addresses and connection strings have it.
  new RegExp(`((?:${KEY})=)([^\\s"';&=]+)`, "gi"),
];

/** Dots for the passwords of addresses (`postgres://ada:•••@db`), keys and parameters, one for each character. */
export function passwordDots(text: string): string {
  if (!text.includes("://") && !/pass|pwd/i.test(text)) return text;
  const dots = (_: string, before: string, password: string) => before + "•".repeat(password.length);
  const searched = PASSWORDS.reduce(
    (now, pattern) => now.replace(pattern, dots),
    text.slice(0, SEARCHED),
  );
  return searched + text.slice(SEARCHED);
}
