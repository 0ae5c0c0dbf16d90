import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { SecretShape } from "../../../pages/secrets/page.ts";
import { focusFirstRow, List, Row, Tool } from "../../system/mod.ts";
import { FindField, typesToFind, useFinding } from "./finding.tsx";
import { seen } from "../../text/visible.tsx";

const NONE: readonly string[] = [];

/** Milliseconds that a value stays readable. */
const SHOWN_FOR = 30_000;

/**
 * The fields of a secret. A value is shown as dots, for 30 s as text on
 * request, and can be copied without being shown.
 */
export function Fields(
  { shape: { keys, binary }, show, onCopy }: {
    shape: SecretShape;
    /** Reads the value of a key, or the whole value without a key; null when it could not be read. */
    show: (key: string | undefined) => Promise<string | null>;
    onCopy: (key: string | undefined) => void;
  },
): JSX.Element {
  const [shown, setShown] = useState<ReadonlyMap<string, string>>(new Map());
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>()).current;
  useEffect(() => () => {
    for (const timer of timers.values()) clearTimeout(timer);
  }, []);
  const hide = (name: string) => {
    clearTimeout(timers.get(name));
    setShown((before) => new Map([...before].filter(([one]) => one !== name)));
  };
  const toggle = async (name: string, key: string | undefined) => {
    if (shown.has(name)) return hide(name);
    const text = await show(key);
    if (text === null) return;
    setShown((before) => new Map([...before, [name, text]]));
    clearTimeout(timers.get(name));
    timers.set(name, setTimeout(() => hide(name), SHOWN_FOR));
  };
  const finding = useFinding(keys ?? NONE);
  const rows: readonly (readonly [name: string, key: string | undefined])[] = keys === null
    ? [[binary ? "Bytes, as base64" : "Value", undefined]]
    : finding.fitting.map((key) => [key, key] as const);
  const box = useRef<HTMLDivElement>(null);
  if (keys?.length === 0) return <p class="secret-none small quiet">The secret is an object without keys.</p>;
  const list = (
    <List label={keys === null ? "Value" : "Keys"}>
      {rows.map(([name, key]) => {
        const value = shown.get(name);
        return (
          <Row
            key={name}
            title={`Copy ${name}`}
            verb="Copy"
            onRun={() => onCopy(key)}
            tools={
              <>
                <Tool
                  icon={value === undefined ? "eye" : "eyeOff"}
                  label={value === undefined ? `Show ${name} for 30 seconds` : `Hide ${name}`}
                  alone={value === undefined ? `Show ${name} for 30 seconds` : `Hide ${name}`}
                  pressed={value !== undefined}
                  onClick={() => void toggle(name, key)}
                />
                <Tool icon="copy" label={`Copy ${name}`} onClick={() => onCopy(key)} />
              </>
            }
          >
            <span class={`secret-key name cut${keys === null ? "" : " mono"}`} title={name}>
              {seen(name)}
            </span>
            {value === undefined
              ? <span class="quiet secret-dots" aria-label="hidden">••••••••</span>
              : <span class="mono secret-value">{value}</span>}
          </Row>
        );
      })}
    </List>
  );
  if (!finding.many) return list;
  const [first] = finding.fitting;
  return (
    <div ref={box} onKeyDown={(event) => typesToFind(finding, event)}>
      <FindField
        finding={finding}
        onEnter={() => first !== undefined && onCopy(first)}
        onDown={() => focusFirstRow(box)}
      />
      {rows.length === 0
        ? <p class="secret-none small quiet" role="status">No key fits “{finding.typed}”.</p>
        : list}
    </div>
  );
}
