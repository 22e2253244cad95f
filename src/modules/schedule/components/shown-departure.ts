import { useSyncExternalStore } from "react";
import type { Departure } from "#src/modules/schedule/schema.ts";

const listeners = new Set<() => void>();
let shown: Departure | null | undefined;

/** Publishes the departure chosen in the booking panel; the returned cleanup resets it on unmount. */
export function showDeparture(departure: Departure | null): () => void {
  change(departure);
  return () => change(undefined);
}

/** The departure chosen in the booking panel; null for none, undefined until its code has loaded. */
export const useShownDeparture = () =>
  useSyncExternalStore(
    subscribe,
    () => shown,
    () => undefined,
  );

function change(departure: Departure | null | undefined) {
  shown = departure;
  for (const listener of listeners) listener();
}
function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
