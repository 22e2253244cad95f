import { useSyncExternalStore } from "react";

const lastMended = new Map<string, number>();
/** By control, which of its errors has been dealt with: the number of the answer that reported it, and its text. */
const mended = new Map<string, string>();
const listeners = new Set<() => void>();
let count = 0;

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function tellListeners() {
  for (const listener of listeners) listener();
}

/** A form was refused because of these controls: each is wrong (again) until it is changed. Called by the summary of its errors. */
export function tellErrors(ids: readonly string[]): void {
  count++;
  for (const id of ids) lastMended.set(id, count);
  tellListeners();
}

const whichOf = (id: string, error: string | undefined) => `${lastMended.get(id) ?? 0} ${error}`;
const isMended = (id: string, error: string | undefined) => lastMended.has(id) && mended.get(id) === whichOf(id, error);

function mend(id: string, error: string | undefined) {
  if (!lastMended.has(id) || isMended(id, error)) return;
  mended.set(id, whichOf(id, error));
  tellListeners();
}

/**
 * A control's error until its value is changed: whether the new one will do, only the next answer knows. Spread `mends` on an
 * element around the control. An error that no summary has told stays, because nothing would tell it again.
 */
export function useMended(id: string, error: string | undefined) {
  const isOver = useSyncExternalStore(
    subscribe,
    () => isMended(id, error),
    () => false,
  );
  return { error: isOver ? undefined : error, mends: { onInput: () => mend(id, error) } };
}

/** How many of these errors are over because their controls have been changed; `isOver` says of which. */
export function useAllMended(errors: readonly { id: string; message: string }[]) {
  const over = useSyncExternalStore(
    subscribe,
    () => errors.filter(({ id, message }) => isMended(id, message)).length,
    () => 0,
  );
  return { over, isOver: ({ id, message }: { id: string; message: string }) => over > 0 && isMended(id, message) };
}
