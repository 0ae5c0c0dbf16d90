import type { openObjc } from "../../../../../src/tray/windows/child/objc.ts";
import type { openWebview } from "../../../../../src/tray/windows/child/webview.ts";

type Pointer = Deno.PointerValue;

/**
 * AppKit and the library as Kedge sees them. Objects are names; `said` has every message in words, and a
 * property that was set is given back.
 */
export function fakeAppKit() {
  const said: string[] = [];
  const addresses = new Map<string, bigint>(), names = new Map<bigint, string>();
  const set = new Map<string, Pointer>();
  const methods = new Map<string, Pointer>();

  function object(name: string): Deno.PointerObject {
    let address = addresses.get(name);
    if (address === undefined) addresses.set(name, address = 0x1000n + BigInt(addresses.size));
    names.set(address, name);
    return Deno.UnsafePointer.create(address)!;
  }
  const nameOf = (pointer: Pointer) => names.get(Deno.UnsafePointer.value(pointer)) ?? "nil";

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
    askBoolean: () => false,
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
  let windows = 0;
  const webview: ReturnType<typeof openWebview> = {
    create() {
      const n = ++windows;
      return {
        handle: object(`view ${n}`),
        window: object(`window ${n}`),
        browser: object(`browser ${n}`),
        carriesLoop: n === 1,
        load: () => {},
        retitle: () => {},
        size: (width, height) => void said.push(`library sizes window ${n} ${width} ${height}`),
        destroy: () => {},
      };
    },
    waker: () => ({ library: "", root: 0n, callback: 0n }),
    run: () => {},
    inject: () => {},
  };
  return { objc, webview, said, object, nameOf, methods };
}
