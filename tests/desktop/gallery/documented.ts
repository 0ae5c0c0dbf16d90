/** Lists the pictures of the documentation, and what each of them shows. */

/** Pictures of single pages: the path below docs/images, and the scene of the gallery. */
export const SCENES: Readonly<Record<string, string>> = {
  palette: "palette",
  accounts: "accounts",
  secrets: "secrets-read",
  services: "services",
  databases: "databases",
  logs: "logs",
  everywhere: "everywhere-found",
  review: "review-update",
  console: "console-running",
  query: "query",
  "query-write": "query-hold-production",
  settings: "settings-environments",
  welcome: "welcome-portal",
  "sign-in": "sign-in-asked",
  "sign-in-code": "sign-in-device",
  "authors/dev": "development-broken",
};

/**
 * A picture of the whole program: which action runs, which keys are pressed in which windows
 * before, and which window is taken.
 */
export interface Picture {
  readonly name: string;
  readonly action: string;
  /** Windows by their titles, and the keys for each of them. */
  readonly way?: readonly (readonly [title: RegExp, ...keys: string[]])[];
  readonly title: RegExp;
  /** Whether Home, which has buttons for actions, is opened first. */
  readonly home?: boolean;
}

const SHIP: Picture["way"] = [[/Rename a ship/, "Ada", "Return"]];
const RENAMED: Picture["way"] = [...SHIP, [/Rename a ship/, "Return"]];

/** Pictures of docs/images/authors, which show the whole program. */
export const ACTIONS: readonly Picture[] = [
  { name: "ask", action: "questions", title: /Rename a ship/ },
  { name: "select", action: "questions", way: SHIP, title: /Rename a ship/ },
  { name: "confirm", action: "questions", way: RENAMED, title: /Ask questions/ },
  {
    name: "alert",
    action: "questions",
    way: [...RENAMED, [/Ask questions/, "Return"]],
    title: /Ask questions/,
  },
  { name: "form", action: "form", title: /Send a parcel/ },
  {
    name: "toast",
    action: "form",
    way: [[/Send a parcel/, "OPS-1234", "ctrl+Return"]],
    title: /^Fill in a form/,
  },
  { name: "progress", action: "progress", title: /Count the stock/ },
  { name: "button", action: "button", title: /^Kedge$/, home: true },
  { name: "report", action: "report", title: /Stock of Shop/ },
  { name: "account", action: "secret", title: /Account for/ },
  {
    name: "secret",
    action: "secret",
    way: [[/Account for/, "1234", "Return", "Return"]],
    title: /Look at a secret/,
  },
  { name: "login", action: "query", title: /orders/i },
  {
    name: "rows",
    action: "query",
    way: [[/orders/i, "USER", "Tab", "PASSWORD", "Return"]],
    title: /Count orders/,
  },
];
/** Name of the picture of the tray menu. It is taken once, because its panel has no dark theme. */
export const MENU = "tray-menu";
