import { useState, useSyncExternalStore } from "react";

const listeners = new Set<() => void>();
const nameOf = (key: string) => `draft:${key}`;

function stored(key: string): string {
  try {
    return sessionStorage.getItem(nameOf(key)) ?? "";
  } catch {
    return ""; // storage may be blocked
  }
}

function keep(key: string, text: string): void {
  try {
    if (text === "") sessionStorage.removeItem(nameOf(key));
    else sessionStorage.setItem(nameOf(key), text);
  } catch {
    // then it lives as long as its field
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

type Draft = {
  text: string;
  /** Whether there is more to it than when the field appeared. */
  isNew: boolean;
  write: (text: string) => void;
};

/**
 * A text that isn't sent yet. It stays in this tab when its panel is closed, and is there again when it is opened; writing ""
 * once it is sent or given up forgets it.
 */
export function useDraft(key: string): Draft {
  const [typed, type] = useState<string | null>(null);
  const json = useSyncExternalStore(
    subscribe,
    () => stored(key),
    () => "",
  );
  const text = typed ?? json;
  return {
    text,
    isNew: typed !== null && typed.trim() !== "",
    write: (next) => {
      type(next);
      keep(key, next);
    },
  };
}
