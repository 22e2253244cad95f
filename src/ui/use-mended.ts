import { useState, useSyncExternalStore } from "react";

const told = new Map<string, number>();
const listeners = new Set<() => void>();
let count = 0;

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** A form was refused because of these controls: each is wrong (again) until it is changed. Called by the summary of its errors. */
export function tellErrors(ids: readonly string[]): void {
  count++;
  for (const id of ids) told.set(id, count);
  for (const listener of listeners) listener();
}

/**
 * A control's error until its value is changed: whether the new one will do, only the next answer knows. Spread `mends` on an
 * element around the control. An error that no summary has told stays, because nothing would tell it again.
 */
export function useMended(id: string, error: string | undefined) {
  const at = useSyncExternalStore(
    subscribe,
    () => told.get(id) ?? 0,
    () => 0,
  );
  const [mended, mend] = useState<string | null>(null);
  const which = `${at} ${error}`;
  const isMended = at > 0 && mended === which;
  return { error: isMended ? undefined : error, mends: { onInput: () => mend(which) } };
}
