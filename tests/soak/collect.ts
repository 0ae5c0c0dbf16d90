/**
 * Loaded before a program that is started with `--expose-gc`: collects its garbage regularly, so
 * that measured memory is in use. How much garbage V8 keeps otherwise depends on the load of the
 * machine.
 */

/** Milliseconds between two collections. */
const EVERY = 5_000;

const { gc } = globalThis as unknown as { readonly gc: () => void };
Deno.unrefTimer(setInterval(gc, EVERY));
