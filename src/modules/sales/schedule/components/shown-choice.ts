import { useSyncExternalStore } from "react";
import type { Departure } from "#src/modules/sales/schedule/schema.ts";

/** What is chosen in the booking panel; without a departure nothing is. */
export type ShownChoice = { departure: Departure | null; people: number | null };

const listeners = new Set<() => void>();
let current: ShownChoice | undefined;

/** Publishes what is chosen in the booking panel; the returned cleanup resets it on unmount. */
export function showChoice(choice: ShownChoice): () => void {
  change(choice);
  return () => change(undefined);
}

/** What is chosen in the booking panel; undefined until its code has loaded. */
export const useShownChoice = () =>
  useSyncExternalStore(
    subscribe,
    () => current,
    () => undefined,
  );

function change(choice: ShownChoice | undefined) {
  current = choice;
  for (const listener of listeners) listener();
}
function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
