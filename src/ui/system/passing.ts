import { useEffect, useState } from "preact/hooks";

/** Returns a value and its setter, like `useState`. Another value than `rest` gives way to it after `ms` milliseconds. */
export function usePassing<T>(rest: T, ms: number): [value: T, set: (value: T) => void] {
  const [value, setValue] = useState(rest);
  useEffect(() => {
    if (value === rest) return;
    const timer = setTimeout(() => setValue(rest), ms);
    return () => clearTimeout(timer);
  }, [value]);
  return [value, setValue];
}
