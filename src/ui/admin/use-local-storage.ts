import { useSyncExternalStore } from "react";

const listeners = new Set<() => void>();

/** The stored value; null where there is none or storage is blocked. */
export function storedValue(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null; // storage may be blocked
  }
}

function store(key: string, value: string) {
  try {
    localStorage.setItem(key, value);
  } catch {
    // the value is lost on the next load
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    removeEventListener("storage", listener);
  };
}

/** A choice stored on this device and shared by its tabs. Null on the server. */
export function useLocalStorage(key: string): [value: string | null, store: (value: string) => void] {
  const value = useSyncExternalStore(
    subscribe,
    () => storedValue(key),
    () => null,
  );
  return [value, (next) => store(key, next)];
}
