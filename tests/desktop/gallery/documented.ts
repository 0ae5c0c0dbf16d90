/** What the pictures of the documentation show, and what takes each. */

/** The pictures of single pages, by their paths below docs/images, and the scene of the gallery that each shows. */
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

/** A picture of the whole program: the action, what is done in which window on the way, and the window that is taken. */
export interface Picture {
  readonly name: string;
  readonly action: string;
  /** The title of a window, and what is typed and pressed there. */
  readonly way?: readonly (readonly [title: RegExp, ...keys: string[]])[];
  readonly title: RegExp;
  /** Home is open, where buttons are. */
  readonly home?: boolean;
}

const SHIP: Picture["way"] = [[/Rename a ship/, "Ada", "Return"]];
const RENAMED: Picture["way"] = [...SHIP, [/Rename a ship/, "Return"]];

/** The pictures of docs/images/authors that the whole program is taken for. */
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
/** The picture of the tray's menu. It is taken once: its panel has no dark look. */
export const MENU = "tray-menu";
