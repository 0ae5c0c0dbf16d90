import { join } from "node:path";
import type { Home } from "../harness/mod.ts";

/** The typefaces used in pictures, by the name that a page or a browser asks for. */
const FACES: Readonly<Record<string, string>> = {
  "system-ui": "Inter",
  "sans-serif": "Inter",
  "sans": "Inter",
  "DejaVu Sans": "Inter",
  "ui-monospace": "JetBrains Mono",
  "monospace": "JetBrains Mono",
  "DejaVu Sans Mono": "JetBrains Mono",
};
const MISSING =
  "Pictures want Inter and JetBrains Mono: install fonts-inter and fonts-jetbrains-mono, or name a " +
  "folder with them in KEDGE_FONTS.";

/**
 * Makes all programs that start from now on draw with typefaces like those of current desktops.
 * Debian without a desktop has only DejaVu, which is wider and heavier. Throws when the typefaces
 * are missing.
 */
export async function usePictureFaces(): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "kedge-faces-" });
  const file = join(folder, "fonts.conf");
  const own = Deno.env.get("KEDGE_FONTS");
  await Deno.writeTextFile(
    file,
    configuration(
      `<include ignore_missing="yes">/etc/fonts/fonts.conf</include>${own ? `<dir>${own}</dir>` : ""}` +
        `<cachedir>${join(folder, "cache")}</cachedir>`,
    ),
  );
  Deno.env.set("FONTCONFIG_FILE", file);
  await insistOnFaces({});
}

/**
 * Does the same for the programs of a private desktop, given by its home. WebKit's sandbox contains
 * the fonts and the configuration of the user, but not the file that `FONTCONFIG_FILE` names. Call
 * it before the first program starts.
 */
export async function givePictureFaces(env: Home): Promise<void> {
  const config = join(env.XDG_CONFIG_HOME, "fontconfig");
  await Deno.mkdir(config, { recursive: true });
  await Deno.writeTextFile(join(config, "fonts.conf"), configuration(""));
  const own = Deno.env.get("KEDGE_FONTS");
  if (own) await copyFonts(own, join(env.XDG_DATA_HOME, "fonts"));
  await insistOnFaces(env);
}

function configuration(more: string): string {
  const aliases = Object.entries(FACES).map(([generic, face]) =>
    `<match target="pattern"><test name="family" qual="first"><string>${generic}</string></test>` +
    `<edit name="family" mode="prepend" binding="strong"><string>${face}</string></edit></match>`
  );
  // These rules come before the system's preferences.
  return `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd"><fontconfig>` +
    `${aliases.join("")}${more}</fontconfig>`;
}

async function copyFonts(from: string, to: string): Promise<void> {
  await Deno.mkdir(to, { recursive: true });
  for await (const { name, isDirectory } of Deno.readDir(from)) {
    if (isDirectory) await copyFonts(join(from, name), to);
    else if (/\.(ttf|otf)$/.test(name)) await Deno.copyFile(join(from, name), join(to, name));
  }
}

async function insistOnFaces(env: Record<string, string>): Promise<void> {
  for (const [generic, face] of Object.entries(FACES)) {
    const { stdout } = await new Deno.Command("/usr/bin/fc-match", {
      // A hyphen in a name would be read as the start of a size.
      args: ["-f", "%{family}", generic.replaceAll("-", "\\-")],
      env,
    }).output();
    if (!new TextDecoder().decode(stdout).split(",").includes(face)) throw new Error(MISSING);
  }
}
