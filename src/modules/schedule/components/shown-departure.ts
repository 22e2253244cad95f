import { useSyncExternalStore } from "react";
import type { Departure } from "#src/modules/schedule/schema.ts";

const listeners = new Set<() => void>();
let shown: Departure | null | undefined;

/** Tells which departure the booking panel shows as chosen; the answer takes it back when the panel goes. */
export function showDeparture(departure: Departure | null): () => void {
  change(departure);
  return () => change(undefined);
}

/** The departure that the booking panel shows as chosen; null for none, undefined while its code isn't there. */
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
