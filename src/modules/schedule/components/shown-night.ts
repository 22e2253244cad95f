import { useSyncExternalStore } from "react";
import type { Departure } from "#src/modules/schedule/schema.ts";

const listeners = new Set<() => void>();
let shown: Departure | null | undefined;

/** Tells which night the booking panel shows as chosen; the answer takes it back when the panel goes. */
export function showNight(night: Departure | null): () => void {
  change(night);
  return () => change(undefined);
}

/** The night that the booking panel shows as chosen; null for none, undefined while its code isn't there. */
export const useShownNight = () =>
  useSyncExternalStore(
    subscribe,
    () => shown,
    () => undefined,
  );

function change(night: Departure | null | undefined) {
  shown = night;
  for (const listener of listeners) listener();
}
function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
