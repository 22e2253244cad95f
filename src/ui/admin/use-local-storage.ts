import { useSyncExternalStore } from "react";

const listeners = new Set<() => void>();

/** What this computer keeps under a name; null where it keeps nothing, or may not. */
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
    // it is as before next time
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

/** A choice that this computer keeps, the same in all its tabs. The server knows nothing of it: there it is null. */
export function useLocalStorage(key: string): [value: string | null, store: (value: string) => void] {
  const value = useSyncExternalStore(
    subscribe,
    () => storedValue(key),
    () => null,
  );
  return [value, (next) => store(key, next)];
}
