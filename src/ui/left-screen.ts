import { type ReactNode, useSyncExternalStore } from "react";

let shown: ReactNode = null;
const listeners = new Set<() => void>();

/**
 * Puts something in place of every page until a document is loaded, and with it takes off the screen whatever the page says of
 * somebody: without a line no other page can be shown.
 */
export function leaveScreen(node: ReactNode): void {
  shown = node;
  for (const listener of listeners) listener();
}

/** What `leaveScreen` was given; null as long as pages are shown. */
export const useLeftScreen = (): ReactNode =>
  useSyncExternalStore(
    subscribe,
    () => shown,
    () => null,
  );

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
