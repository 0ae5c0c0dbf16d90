import { join } from "node:path";
import type * as esbuild from "esbuild";

/**
 * Packages that others use when they are installed and do without when they are not. A release contains none
 * of them: requiring one fails like a missing package, without a search outside of the program.
 */
const OPTIONAL: ReadonlySet<string> = new Set([
  "bufferutil",
  "cardinal",
  "pg-cloudflare",
  "pg-native",
  "utf-8-validate",
]);

/** Returns a path with the separators of addresses, on every system. */
export function slashed(path: string): string {
  return path.replaceAll("\\", "/");
}

/**
 * Handles Node's modules. A `require` in a package asks the runtime on first use instead of at the program's
 * start. Imports in sources go through one module each, because the output would otherwise import the same
 * module several times, which some engines refuse.
 */
export function builtIns(): esbuild.Plugin {
  return {
    name: "built-ins",
    setup(build) {
      build.onResolve({ filter: /^(node:)?[a-z_]+(\/[a-z0-9_]+)?$/ }, ({ path, kind, namespace }) => {
        const name = path.replace(/^node:/, "");
        if (!isBuiltIn(name)) return undefined;
        if (namespace === "imported") return { path: `node:${name}`, external: true };
        return kind === "require-call"
          ? { path: name, namespace: "required" }
          : { path: name, namespace: "imported", sideEffects: false };
      });
      build.onLoad({ filter: /.*/, namespace: "required" }, ({ path }) => ({
        contents: `module.exports = process.getBuiltinModule("node:${path}");`,
        loader: "js",
      }));
      build.onLoad({ filter: /.*/, namespace: "imported" }, async ({ path }) => ({
        contents: `export { ${Object.keys(await import(`node:${path}`)).join(", ")} } from "node:${path}";`,
        loader: "js",
      }));
    },
  };
}

/**
 * Handles packages that the sources import dynamically. For a CommonJS package the bundler would only provide
 * the default export; the runtime provides every name.
 */
export function packagesAsModules(root: string): esbuild.Plugin {
  return {
    name: "packages as modules",
    setup(build) {
      build.onResolve(
        { filter: /^[a-z@]/ },
        ({ path, kind, importer }) =>
          kind === "dynamic-import" && importer.startsWith(join(root, "src")) && !path.startsWith("node:")
            ? { path, namespace: "package" }
            : undefined,
      );
      build.onLoad({ filter: /.*/, namespace: "package" }, async ({ path }) => {
        const { path: file } = await build.resolve(path, { kind: "import-statement", resolveDir: root });
        const module = /^(import|export)\b/m.test(await Deno.readTextFile(file));
        const names = Object.keys(await import(path)).filter((name) => /^(?!__)[A-Za-z_$][\w$]*$/.test(name));
        return {
          contents: `export ${module ? "*" : `{ ${names.join(", ")} }`} from ${JSON.stringify(file)};`,
          loader: "js",
          resolveDir: root,
        };
      });
    },
  };
}

function isBuiltIn(name: string): boolean {
  return process.getBuiltinModule(`node:${name}`) !== undefined;
}

/** Leaves out the {@link OPTIONAL} packages. */
export function optionalPackages(): esbuild.Plugin {
  return {
    name: "optional packages",
    setup(build) {
      const names = [...OPTIONAL].join("|");
      build.onResolve(
        { filter: new RegExp(`^(${names})$`) },
        ({ path }) => ({ path, namespace: "left-out" }),
      );
      build.onLoad({ filter: /.*/, namespace: "left-out" }, ({ path }) => ({
        contents:
          `throw Object.assign(new Error("Cannot find module '${path}'"), { code: "MODULE_NOT_FOUND" });
module.exports = {};`,
        loader: "js",
      }));
    },
  };
}
