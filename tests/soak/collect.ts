/**
 * Loaded before a program that is started with `--expose-gc`: collects its garbage again and again, so that what is measured
 * of it is what it holds. How much V8 leaves lying meanwhile depends on how busy the machine is.
 */

/** Time between two collections, in ms. */
const EVERY = 5_000;

const { gc } = globalThis as unknown as { readonly gc: () => void };
Deno.unrefTimer(setInterval(gc, EVERY));
