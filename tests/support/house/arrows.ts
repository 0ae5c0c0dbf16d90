import { circles, reached, type Source } from "./sources.ts";

/** Whether a path is one of these files, or in one of these folders. */
const within = (path: string, ...folders: string[]) =>
  folders.some((folder) => path === folder || path.startsWith(`${folder}/`));

/** What a part of the house must not import or use, and why. */
interface Rule {
  readonly why: string;
  /** Returns the violations, as `path: what`. */
  readonly broken: (all: readonly Source[]) => string[];
}

/** Returns a rule against files of `from` that import a file below one of the `to` folders. */
const arrow = (from: string[], to: string[], why: string, types = true): Rule => ({
  why,
  broken: (all) =>
    all.filter(({ path }) => within(path, ...from)).flatMap(({ path, imports }) =>
      imports.filter(({ file, typeOnly }) => file && within(file, ...to) && (types || !typeOnly))
        .map(({ specifier }) => `${path}: imports ${specifier}`)
    ),
});

/** Returns a rule against files of `from` that import a file outside of it and of the `ground` folders. */
const standsOn = (from: string, ground: string[], why: string): Rule => ({
  why,
  broken: (all) =>
    all.filter(({ path }) => within(path, from)).flatMap(({ path, imports }) =>
      imports.filter(({ file }) => file && !within(file, from, ...ground))
        .map(({ specifier }) => `${path}: imports ${specifier}`)
    ),
});

/** Packages that talk to clouds, and the folder that talks to databases. */
const SDKS = /^(npm:)?@aws-sdk\/[\w-]+(\/|@|$)/;
const DRIVER = "src/core/sql/driver";

/** Modules that pure code must not use: files, clock, network, processes, environment, randomness. */
const IMPURE_MODULES =
  /^node:(fs|net|tls|dns|http|https|http2|os|process|child_process|worker_threads|timers|vm|readline)(\/|$)/;
const IMPURE_CODE =
  /\b(Deno\.|process\.|fetch\(|Date\.now\(|new Date\(\)|performance\.now\(|Math\.random\(|crypto\.(randomUUID|getRandomValues)\(|setTimeout\(|setInterval\()/;

/** Returns a rule that files of these folders, and all that they import at run time, are pure. */
const pure = (folders: string[], why: string): Rule => ({
  why,
  broken: (all) =>
    reached(all, all.filter(({ path }) => within(path, ...folders))).flatMap(({ path, code, imports }) => [
      ...imports.filter(({ specifier, typeOnly }) => !typeOnly && IMPURE_MODULES.test(specifier))
        .map(({ specifier }) => `${path}: imports ${specifier}`),
      ...[...code.matchAll(new RegExp(IMPURE_CODE, "g"))].map(([found]) => `${path}: uses ${found}`),
    ]),
});

/** Files outside of platform, keychain and tray that may check the operating system, each with the reason. */
const SYSTEM_EXCEPTIONS: Readonly<Record<string, string>> = {};

/** Modules that short commands load, and the modules that these load in the usual case. */
const SHORT: ReadonlySet<string> = new Set([
  "src/cli/home.ts",
  "src/cli/accounts/list.ts",
  "src/cli/config/print_config.ts",
  "src/cli/config/validate_config.ts",
  "src/cli/doctor/mod.ts",
  "src/cli/extensions/list.ts",
  "src/core/aws/cloud.ts",
]);

/** The arrows of the house, each with its reason. */
export const RULES: Readonly<Record<string, Rule>> = {
  "core imports nothing of tray, pages, ui or cli": arrow(
    ["src/core"],
    ["src/tray", "src/pages", "src/ui", "src/cli"],
    "everything in core must work without a desktop, and a new face must not need a change of core",
  ),
  "config and bundle are pure": pure(
    ["src/core/config", "src/core/bundle"],
    "text and bytes in, values and diagnostics out: no file, clock, network or environment, so that " +
      "every rule of the formats can be tested in microseconds and behaves the same everywhere",
  ),
  "texts stand on nothing": standsOn(
    "src/core/text",
    [],
    "how text from outside is shown is one rule for every room, so that no room can be below it",
  ),
  "JSON stands on texts": standsOn(
    "src/core/json",
    ["src/core/text"],
    "it reads and edits any document; what a document means stands in config and bundle",
  ),
  "the check of documents stands on JSON and texts": standsOn(
    "src/core/document",
    ["src/core/json", "src/core/text"],
    "configuration and manifest have one checker, which knows neither of them",
  ),
  "compiling an action knows nothing of running one": arrow(
    ["src/core/actions/build"],
    ["src/core/actions/run", "src/core/actions/frames", "src/core/actions/context"],
    "a bundle is compiled to check it as well, without an account, a process or a face",
  ),
  "facts about engines stand on nothing": standsOn(
    "src/core/sql/engines",
    ["src/core/ways/address.ts"],
    "config, pages and the tray use them, none of which may bring a driver along",
  ),
  "the drivers know no query": standsOn(
    "src/core/sql/driver",
    [
      "src/core/sql/engines",
      "src/core/sql/login",
      "src/core/own_property.ts",
      "src/core/sql/text/tokens.ts",
      "src/core/sql/text/dialect.ts",
      "src/core/text/byte_size.ts",
      "src/core/ways/way.ts",
    ],
    "they speak a protocol; guards, limits and words for people stand above them, once for both",
  ),
  "ways know nothing of what goes over them": arrow(
    ["src/core/ways"],
    ["src/core/sql", "src/core/config", "src/core/app", "src/core/state"],
    "they carry bytes: what a certificate, a token or a server is, is decided at both ends",
  ),
  "frames, log and context of an action work without its run": arrow(
    ["src/core/actions/frames", "src/core/actions/log", "src/core/actions/context"],
    ["src/core/actions/run"],
    "each is tested with a few values; the run alone holds process, account and log together",
    false,
  ),
  "a page is shown without the others": {
    why: "a page is its own folder, and what several need stands beside the folders",
    broken: (all) =>
      all.flatMap(({ path, imports }) => {
        const page = /^src\/(?:ui\/)?pages\/(\w+)\//.exec(path)?.[1];
        if (!page || page === "http") return [];
        return imports.filter(({ file }) => {
          const other = /^src\/(?:ui\/)?pages\/(\w+)\//.exec(file ?? "")?.[1];
          return other !== undefined && other !== page;
        }).map(({ specifier }) => `${path}: imports ${specifier}`);
      }),
  },
  "a feature works without the others": {
    why: "features are put together in app.ts; of each other they know types, so that each is tested alone",
    broken: (all) =>
      all.flatMap(({ path, imports }) => {
        const feature = /^src\/core\/app\/features\/(\w+)\//.exec(path)?.[1];
        return !feature ? [] : imports.filter(({ file, typeOnly }) => {
          const other = /^src\/core\/app\/features\/(\w+)\//.exec(file ?? "")?.[1];
          return !typeOnly && other !== undefined && other !== feature;
        }).map(({ specifier }) => `${path}: imports ${specifier}`);
      }),
  },
  "the design system knows no page": arrow(
    ["src/ui/system", "src/ui/text"],
    ["src/ui/pages", "src/ui/parts", "src/ui/client", "src/pages"],
    "its controls take values and give events, so that every page and the gallery can use them",
  ),
  "ui runs in a page": {
    ...pure(["src/ui"], ""),
    why: "pages run in a web view without Deno; they reach the host only through the page protocol",
    broken: (all) =>
      reached(all, all.filter(({ path }) => within(path, "src/ui"))).flatMap(({ path, code, imports }) => [
        ...imports.filter(({ specifier, typeOnly }) => !typeOnly && /^node:/.test(specifier))
          .map(({ specifier }) => `${path}: imports ${specifier}`),
        ...[...code.matchAll(/\bDeno\.\w+/g)].map(([found]) => `${path}: uses ${found}`),
      ]),
  },
  "tray, pages and ui use no driver or cloud SDK": {
    why: "they call what core offers, so that secrets, limits and errors are handled in one place",
    broken: (all) =>
      all.filter(({ path }) => within(path, "src/tray", "src/pages", "src/ui")).flatMap(({ path, imports }) =>
        imports.filter(({ specifier, file }) => SDKS.test(specifier) || (file && within(file, DRIVER)))
          .map(({ specifier }) => `${path}: imports ${specifier}`)
      ),
  },
  "ui and pages import nothing of tray or cli": arrow(
    ["src/ui", "src/pages"],
    ["src/tray", "src/cli"],
    "the pages are served to a plain browser as well, where there is no tray",
  ),
  "only platform, keychain and tray know the operating system": {
    why: "what differs between systems stands in one file per system, where it is tested on any host; " +
      "ask hostSystem() of src/core/platform instead",
    broken: (all) =>
      all.filter(({ path }) =>
        path !== "build.ts" && !within(path, "src/core/platform", "src/core/keychain", "src/tray") &&
        !(path in SYSTEM_EXCEPTIONS)
      ).flatMap(({ path, code }) =>
        [...code.matchAll(/\bDeno\.build\.os\b|\bprocess\.platform\b|\bos\.platform\(/g)]
          .map(([found]) => `${path}: looks at ${found}`)
      ),
  },
  "what every command loads brings no package": {
    why:
      "node:fs alone costs more than the start of an empty program; bring what a command needs when it runs",
    broken: (all) =>
      reached(all, all.filter(({ path }) => path === "main.ts")).flatMap(({ path, imports }) =>
        imports.filter(({ file, typeOnly }) => !file && !typeOnly)
          .map(({ specifier }) => `${path}: imports ${specifier}`)
      ),
  },
  "short commands bring no package": {
    why: "any module of Node's doubles what they take; they are called in scripts and at every prompt",
    broken: (all) =>
      reached(all, all.filter(({ path }) => SHORT.has(path))).flatMap(({ path, imports }) =>
        imports.filter(({ file, typeOnly }) => !file && !typeOnly)
          .map(({ specifier }) => `${path}: imports ${specifier}`)
      ),
  },
  "nothing imports itself by way of others": {
    why:
      "files of a circle can only be read, moved and loaded together; what both need stands in a file of its " +
      "own, types as well",
    broken: (all) => circles(all).map((circle) => circle.join(" -> ")),
  },
  "main.ts is thin": {
    why: "it hands the command line over and nothing else; a second thing in it is a second place to look",
    broken: (all) =>
      all.filter(({ path, code, imports }) =>
        path === "main.ts" &&
        (code.trim().split("\n").length > 12 || imports.some(({ file }) => !file?.startsWith("src/cli/")))
      ).map(({ path, imports }) => `${path}: ${imports.map(({ specifier }) => specifier).join(", ")}`),
  },
};

/** Returns the broken rules, each with its violations and the reason for the rule. */
export function brokenArrows(all: readonly Source[]): string[] {
  return Object.entries(RULES).flatMap(([name, { why, broken }]) => {
    const places = broken(all);
    return places.length === 0 ? [] : [`${name}: ${why}.\n  ${[...new Set(places)].join("\n  ")}`];
  });
}
