import type { openObjc } from "../../../../../src/tray/windows/child/objc.ts";
import { fakeWebview, named } from "./fake_webview.ts";

type Pointer = Deno.PointerValue;

/**
 * AppKit and the library as Kedge sees them. Objects are names; `said` has every message in words, and a
 * property that was set is given back.
 */
export function fakeAppKit() {
  const said: string[] = [];
  const { object, nameOf } = named();
  const set = new Map<string, Pointer>();
  const yes = new Set<string>();
  const methods = new Map<string, Pointer>();

  function send(to: Pointer, name: string, ...values: unknown[]): Pointer {
    said.push([nameOf(to), name, ...values].join(" "));
    return set.get(`${nameOf(to)} ${name}`) ?? object(`${nameOf(to)}.${name}`);
  }
  const objc: ReturnType<typeof openObjc> = {
    selector: object,
    classNamed: object,
    classOf: (of) => object(`class of ${nameOf(of)}`),
    send,
    sendPointer(to, name, value) {
      const property = /^set(.)(.*):$/.exec(name);
      if (property) set.set(`${nameOf(to)} ${property[1]!.toLowerCase()}${property[2]}`, value);
      return send(to, name, nameOf(value));
    },
    sendPointers: (to, name, ...values) => send(to, name, ...values.map(nameOf)),
    sendNumber: send,
    sendBoolean: (to, name, value) => void send(to, name, value),
    sendDouble: send,
    askNumber: () => 0,
    askBoolean: (of, name) => yes.has(`${nameOf(of)} ${name}`),
    takes: () => true,
    string: (text) => object(`"${text}"`),
    text: (of) => nameOf(of).replaceAll('"', ""),
    newClass: object,
    addMethod(to, name, implementation) {
      said.push(`${nameOf(to)} gets ${name}`);
      methods.set(name, implementation);
      return 1;
    },
  };
  const webview = fakeWebview(
    object,
    (window, width, height) => void said.push(`library sizes ${nameOf(window)} ${width} ${height}`),
  );
  /** Calls a method that AppKit would call. */
  function call(name: string, ...objects: Pointer[]): number {
    const parameters: Deno.NativeType[] = ["pointer", "pointer", ...objects.map(() => "pointer" as const)];
    const method = new Deno.UnsafeFnPointer(methods.get(name) as never, { parameters, result: "u8" });
    return (method.call as (...values: Pointer[]) => number)(null, null, ...objects);
  }
  return { objc, webview, said, object, nameOf, yes, call };
}
