import { useSyncExternalStore } from "react";

/**
 * What the visitor is waiting for: navigations, and code that a page needs. Kept outside of React's state, whose updates of a
 * navigation wait for that very code.
 */
const pending: { goal: string }[] = [];
const watchers = new Set<() => void>();
const tell = () => {
  for (const watcher of watchers) watcher();
};

/** Notes that something is on its way: `goal` is the path that it leads to, empty for this page. Returns how to end it. */
export function begin(goal: string): () => void {
  const one = { goal };
  pending.push(one);
  tell();
  return () => {
    const at = pending.indexOf(one);
    if (at >= 0) pending.splice(at, 1);
    tell();
  };
}

/** The same for as long as `work` takes. */
export async function during<T>(goal: string, work: Promise<T>): Promise<T> {
  const end = begin(goal);
  try {
    return await work;
  } finally {
    end();
  }
}

/** Where what is on its way leads to, empty for this page; null when nothing is. */
export const usePending = (): string | null => useSyncExternalStore(watch, goalNow, onServer);

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => void watchers.delete(watcher);
}
const goalNow = (): string | null => pending.at(-1)?.goal ?? null;
const onServer = () => null;
