import { deepEqual } from "node:assert/strict";
import { isInterpreter, isLauncher } from "../../../../src/core/platform/programs.ts";

/** Programs that run scripts (interpreters), that only start others (launchers), and others. */
const PROGRAMS: readonly (readonly [kind: "interpreter" | "launcher" | "neither", ...programs: string[]])[] =
  [
    ["interpreter", "/usr/bin/node", "/usr/bin/nodejs", "/usr/bin/node-18", "/usr/bin/deno", "/usr/bin/bun"],
    [
      "interpreter",
      "/usr/bin/python3.12",
      "/usr/bin/python3.11d",
      "/usr/bin/python3.13t",
      "/usr/bin/python2",
    ],
    ["interpreter", "/Library/Frameworks/Python.app/Contents/MacOS/Python", "/opt/pypy/bin/pypy3.10"],
    ["interpreter", "C:\\Python313\\python.exe", "C:\\Python313\\pythonw.exe", "C:\\nodejs\\NODE.EXE"],
    ["interpreter", "/usr/bin/ruby", "/usr/bin/ruby3.1", "/usr/bin/ruby-mri"],
    ["interpreter", "/usr/bin/perl", "/usr/bin/perl5.36.0", "/usr/bin/perl5.36-x86_64-linux-gnu"],
    ["interpreter", "/usr/bin/php", "/usr/bin/php8.2", "/usr/bin/php-cgi8.2", "/usr/bin/php8.2-cgi"],
    [
      "interpreter",
      "/usr/bin/lua5.4",
      "/usr/bin/luajit-2.1.0-beta3",
      "/usr/bin/tclsh8.6",
      "/usr/bin/wish8.6",
    ],
    ["interpreter", "/usr/bin/Rscript", "/usr/lib/R/bin/exec/R", "/usr/bin/julia", "/usr/bin/guile-3.0"],
    ["interpreter", "/usr/lib/jvm/java-17/bin/java", "C:\\jdk\\bin\\javaw.exe", "/usr/bin/mono-sgen"],
    [
      "interpreter",
      "/usr/lib/dotnet/dotnet",
      "/opt/microsoft/powershell/7/pwsh",
      "/usr/lib/electron28/electron",
    ],
    ["interpreter", "/usr/lib/erlang/erts-13.1/bin/beam.smp"],
    ["launcher", "/usr/bin/sh", "/usr/bin/bash", "/usr/bin/bash5.2", "/usr/bin/dash", "/usr/bin/zsh-5.9"],
    [
      "launcher",
      "/usr/bin/ksh93",
      "/usr/bin/mksh",
      "/usr/bin/fish",
      "/usr/bin/busybox.static",
      "/usr/bin/env",
    ],
    ["launcher", "/usr/bin/timeout", "/usr/bin/setsid", "/usr/bin/nohup", "/usr/bin/xargs"],
    ["neither", "/usr/bin/claude", "/usr/bin/codex-x86_64", "/usr/bin/node_exporter", "/usr/bin/node-red"],
    ["neither", "/usr/bin/perldoc", "/usr/bin/phpunit", "/usr/bin/rg", "/usr/bin/envoy", "/usr/bin/ssh", ""],
  ];
for (const [kind, ...programs] of PROGRAMS) {
  for (const program of programs) {
    Deno.test(`isInterpreter() and isLauncher() take “${program}” for ${kind}`, () =>
      deepEqual(
        [isInterpreter(program), isLauncher(program)],
        [kind === "interpreter", kind === "launcher"],
      ));
  }
}
