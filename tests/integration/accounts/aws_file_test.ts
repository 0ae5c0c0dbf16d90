import { deepEqual, equal, match } from "node:assert/strict";
import { join } from "node:path";
import { plainEnvironment } from "../../support/program/kedge.ts";
import { program } from "../../support/program/program.ts";
import { type Need, testOn } from "../../support/systems.ts";
import { asUser } from "./stage.ts";

const TEXT = "[profile mine]\nregion = eu-west-1\n";
const bytes = (text: string) => new TextEncoder().encode(text);

/**
 * The file at ~/.aws/config, and the result: profiles are appended, or the file stays unchanged
 * with this error.
 */
const FILES: readonly [
  what: string,
  lay: (file: string) => Promise<void>,
  refused: RegExp | null,
  ...needs: Need[],
][] = [
  [
    "a file of mode 0640",
    async (file) => {
      await Deno.writeTextFile(file, TEXT);
      await Deno.chmod(file, 0o640);
    },
    null,
    "modes",
  ],
  [
    "lines of Windows and a byte order mark",
    (file) => Deno.writeTextFile(file, `\ufeff${TEXT.replaceAll("\n", "\r\n")}`),
    null,
  ],
  ["lone line ends", (file) => Deno.writeTextFile(file, TEXT.replaceAll("\n", "\r")), null],
  ["separators of Unicode", (file) => Deno.writeTextFile(file, `${TEXT}# \u2028 \u0085 \u2029\n`), null],
  [
    "a link to a file elsewhere",
    async (file) => {
      await Deno.writeTextFile(`${file}.real`, TEXT);
      await Deno.symlink(`${file}.real`, file);
    },
    null,
    "links",
  ],
  ["a NUL", (file) => Deno.writeTextFile(file, `${TEXT}\0`), /no text in UTF-8/],
  [
    "letters of Latin 1",
    (file) => Deno.writeFile(file, new Uint8Array([...bytes(TEXT), 0x23, 0xe9, 0x0a])),
    /no text in UTF-8/,
  ],
  ["3 MB", (file) => Deno.writeTextFile(file, TEXT + "# x\n".repeat(800_000)), /larger|big|MB|MiB/],
  [
    "a read-only file",
    async (file) => {
      await Deno.writeTextFile(file, TEXT);
      await Deno.chmod(file, 0o400);
    },
    /read-only/,
    "modes",
  ],
  ["a link to nothing", (file) => Deno.symlink(`${file}.gone`, file), /leads to/, "links"],
  ["a folder", (file) => Deno.mkdir(file), /was not written/],
  [
    "a pipe",
    async (file) => {
      await new Deno.Command("/usr/bin/mkfifo", { args: [file] }).output();
    },
    /was not written/,
    "specialFiles",
  ],
];

/** Returns the content and properties of everything in a folder, without times. */
async function all(folder: string): Promise<unknown[]> {
  const found: unknown[] = [];
  for await (const { name, isFile, isSymlink } of Deno.readDir(folder)) {
    const path = join(folder, name);
    const { mode } = await Deno.lstat(path);
    found.push([
      name,
      mode,
      isSymlink ? await Deno.readLink(path) : isFile ? await Deno.readFile(path) : null,
    ]);
  }
  return found.sort();
}

for (const [what, lay, refused, ...needs] of FILES) {
  testOn(needs, `kedge --aws-profiles ${refused ? "leaves alone" : "adds to"} ${what}`, async () => {
    await asUser({}, async (user) => {
      await user.signIn();
      const folder = join(user.home, ".aws"), file = join(folder, "config");
      await lay(file);
      const before = await all(folder);
      const { code, stderr } = await user.kedge(["--aws-profiles", "111111111111/Reader", "--yes"]);
      if (refused) {
        match(stderr, refused);
        match(stderr, /was not written/);
        equal(code, 1);
        return deepEqual(await all(folder), before);
      }
      equal(code, 0, stderr);
      const [, mode, content] = before.find((entry) =>
        Array.isArray(entry) && entry[2] instanceof Uint8Array
      ) as [
        string,
        number,
        Uint8Array,
      ];
      const after = await Deno.readFile(file);
      deepEqual(after.slice(0, content.length), content);
      match(new TextDecoder().decode(after.slice(content.length)), /credential_process = /);
      equal((await Deno.stat(file)).mode, mode);
      equal((await Deno.lstat(file)).isSymlink, what.startsWith("a link"));
    });
  });
}

testOn(["shell"], "kedge --aws-profiles refuses to write a path that is gone when Kedge ends", async () => {
  await asUser({}, async (user) => {
    const folder = join(user.home, "AppTranslocation"), passing = join(folder, "kedge");
    await Deno.mkdir(folder);
    const [command, ...args] = program("--aws-profiles", "111111111111/Reader", "--yes");
    await Deno.link(command, passing).catch(() => Deno.copyFile(command, passing));
    const env = await plainEnvironment(user.env);
    const { code, stderr } = await new Deno.Command(passing, { args, env, clearEnv: true }).output();
    match(new TextDecoder().decode(stderr), /into Applications/);
    equal(code, 1);
    equal(await Deno.stat(join(user.home, ".aws/config")).then(() => true, () => false), false);
  });
});
