import { join } from "node:path";

/** What stands for a system's own typefaces, by the name that a page or a browser asks for. */
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
 * Has all programs that start from now on draw with faces like those of today's desktops. Debian without a desktop has
 * DejaVu only, which is wider and heavier than what users see. Throws when the faces are missing.
 */
export async function usePictureFaces(): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "kedge-faces-" });
  const file = join(folder, "fonts.conf");
  const own = Deno.env.get("KEDGE_FONTS");
  const aliases = Object.entries(FACES).map(([generic, face]) =>
    `<match target="pattern"><test name="family" qual="first"><string>${generic}</string></test>` +
    `<edit name="family" mode="prepend" binding="strong"><string>${face}</string></edit></match>`
  );
  await Deno.writeTextFile(
    file,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd"><fontconfig>` +
      // Before the system's own preferences.
      `${aliases.join("")}<include ignore_missing="yes">/etc/fonts/fonts.conf</include>` +
      `${own ? `<dir>${own}</dir>` : ""}<cachedir>${join(folder, "cache")}</cachedir></fontconfig>`,
  );
  Deno.env.set("FONTCONFIG_FILE", file);
  for (const [generic, face] of Object.entries(FACES)) {
    const { stdout } = await new Deno.Command("/usr/bin/fc-match", {
      // A line in a name would begin a size.
      args: ["-f", "%{family}", generic.replaceAll("-", "\\-")],
    }).output();
    if (!new TextDecoder().decode(stdout).split(",").includes(face)) throw new Error(MISSING);
  }
}
