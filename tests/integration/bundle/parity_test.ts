import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { findProgram } from "../../../src/core/platform/mod.ts";
import { packBundle, readBundle } from "../../../src/core/bundle/mod.ts";
import { acceptedArchives } from "../../support/bundles/accepted.ts";
import { bundleFiles } from "../../support/bundles/bundles.ts";
import { removeFolder } from "../../support/remove_folder.ts";

/** The hash of each file by its name, or the reader's error. */
type Reading = { readonly files: Record<string, string> } | { readonly error: string };

const GO = `package main

import (
	"archive/zip"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
)

func read(path string) (map[string]string, error) {
	archive, err := zip.OpenReader(path)
	if err != nil {
		return nil, err
	}
	defer archive.Close()
	files := map[string]string{}
	for _, file := range archive.File {
		if strings.HasSuffix(file.Name, "/") {
			continue
		}
		in, err := file.Open()
		if err != nil {
			return nil, err
		}
		data, err := io.ReadAll(in)
		if err != nil {
			return nil, err
		}
		if _, twice := files[file.Name]; twice {
			return nil, fmt.Errorf("%s twice", file.Name)
		}
		files[file.Name] = fmt.Sprintf("%x", sha256.Sum256(data))
	}
	return files, nil
}

func main() {
	all := []any{}
	for _, path := range os.Args[1:] {
		if files, err := read(path); err != nil {
			all = append(all, map[string]any{"error": err.Error()})
		} else {
			all = append(all, map[string]any{"files": files})
		}
	}
	json.NewEncoder(os.Stdout).Encode(all)
}
`;

const PYTHON = `
import hashlib, json, sys, zipfile
def read(path):
    files = {}
    with zipfile.ZipFile(path) as archive:
        for info in archive.infolist():
            if info.filename.endswith("/"): continue
            if info.filename in files: raise ValueError("twice")
            files[info.filename] = hashlib.sha256(archive.read(info)).hexdigest()
    return files
out = []
for path in sys.argv[1:]:
    try: out.append({"files": read(path)})
    except Exception as error: out.append({"error": repr(error)})
print(json.dumps(out))
`;

async function run(program: string, args: string[], cwd: string): Promise<Reading[]> {
  const path = await findProgram(program);
  assert.ok(path, `${program} is needed for this test`);
  const env = { GOFLAGS: "-mod=mod", GOTOOLCHAIN: "local", GO111MODULE: "off" };
  const { success, stdout, stderr } = await new Deno.Command(path, { args, cwd, env }).output();
  assert.ok(success, new TextDecoder().decode(stderr));
  return JSON.parse(new TextDecoder().decode(stdout));
}

Deno.test("readBundle() reads what Go, Python and Info-ZIP read in every archive it accepts", async () => {
  const folder = await Deno.makeTempDir({ prefix: "kedge-parity-" });
  try {
    const archives = acceptedArchives();
    assert.ok(archives.length > 100, `only ${archives.length} archives`);
    const paths = archives.map((bytes, index) => {
      const path = join(folder, `${index}.zip`);
      Deno.writeFileSync(path, bytes);
      return path;
    });
    await Deno.writeTextFile(join(folder, "read.go"), GO);
    const readings = {
      go: await run("go", ["run", "read.go", ...paths], folder),
      python: await run("python3", ["-c", PYTHON, ...paths], folder),
    };
    const unzip = await findProgram("unzip");
    assert.ok(unzip, "unzip is needed for this test");
    const sha = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
    for (const [index, bytes] of archives.entries()) {
      const ours = Object.fromEntries(
        [...readBundle(bytes).bundle!.files].map(([path, data]) => [
          path,
          sha(data),
        ]),
      );
      for (const [reader, all] of Object.entries(readings)) {
        assert.deepEqual(all[index], { files: ours }, `${reader} reads ${index}.zip differently`);
      }
      const { code, stdout } = await new Deno.Command(unzip, { args: ["-tqq", paths[index]!] }).output();
      assert.equal(code, 0, `unzip refuses ${index}.zip: ${new TextDecoder().decode(stdout)}`);
    }
  } finally {
    await removeFolder(folder);
  }
});

/** A Go program that writes a folder as an archive with archive/zip. */
const GO_WRITER = `package main

import (
	"archive/zip"
	"io/fs"
	"os"
)

func main() {
	out, err := os.Create(os.Args[1])
	if err != nil {
		panic(err)
	}
	archive := zip.NewWriter(out)
	root := os.DirFS(os.Args[2])
	// This does the same as zip.Writer.AddFS, which Go has only since 1.22.
	err = fs.WalkDir(root, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		header, err := zip.FileInfoHeader(info)
		if err != nil {
			return err
		}
		header.Name = name
		header.Method = zip.Deflate
		writer, err := archive.CreateHeader(header)
		if err != nil {
			return err
		}
		data, err := fs.ReadFile(root, name)
		if err != nil {
			return err
		}
		_, err = writer.Write(data)
		return err
	})
	if err != nil {
		panic(err)
	}
	if err := archive.Close(); err != nil {
		panic(err)
	}
}
`;

const WRITERS:
  readonly (readonly [name: string, program: string, args: (folder: string, file: string) => string[]])[] = [
    ["Info-ZIP", "zip", (_, file) => ["-qr", file, "."]],
    ["Info-ZIP without folders and extra fields", "zip", (_, file) => ["-qrDX", file, "."]],
    [
      "Python",
      "python3",
      (folder, file) => ["-m", "zipfile", "-c", file, `${folder}/manifest.json`, `${folder}/actions`],
    ],
    ["Go", "go", (folder, file) => ["run", join(folder, "../write.go"), file, folder]],
    ["git archive", "sh", (_, file) => [
      "-c",
      "git init -q && git add . && git -c user.name=x -c user.email=x@x commit -qm x && " +
      `git archive -o ${file} HEAD && rm -r .git`,
    ]],
  ];

for (const [name, program, args] of WRITERS) {
  Deno.test(`readBundle() accepts what ${name} writes, with the hash of the folder`, async () => {
    const folder = await Deno.makeTempDir({ prefix: "kedge-parity-" });
    try {
      const files = bundleFiles();
      for (const [path, bytes] of files) {
        await Deno.mkdir(join(folder, "source", path, ".."), { recursive: true });
        await Deno.writeFile(join(folder, "source", path), bytes);
      }
      const path = await findProgram(program);
      assert.ok(path, `${program} is needed for this test`);
      const cwd = join(folder, "source"), file = join(folder, "x.zip");
      await Deno.writeTextFile(join(folder, "write.go"), GO_WRITER);
      const { success, stderr } = await new Deno.Command(path, { args: args(cwd, file), cwd }).output();
      assert.ok(success, new TextDecoder().decode(stderr));
      const result = readBundle(await Deno.readFile(file));
      assert.deepEqual(result.diagnostics, []);
      assert.equal(result.hash, readBundle(packBundle(files)).hash);
    } finally {
      await removeFolder(folder);
    }
  });
}
