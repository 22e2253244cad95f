import { useEffect, useRef } from "react";
import { storedValue, useLocalStorage } from "./use-local-storage.ts";

const KEY = "ronda.single-keys";

/** Whether single keys do something; somebody who dictates or types by accident can switch them off on their computer. */
export function useSingleKeys(): [on: boolean, choose: (on: boolean) => void] {
  const [kept, keep] = useLocalStorage(KEY);
  return [kept !== "off", (on) => keep(on ? "on" : "off")];
}

/** How long after `g` the second key of a pair may come. */
const PAIR_MS = 1200;

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches("input:not([type=checkbox]), textarea, select"));

/**
 * Listens to single keys (`j`, `/`, `?`) and pairs (`g b`), never while somebody types, in a dialog, or with Ctrl, Alt or Cmd. A handler
 * that gives false leaves the key to the browser. Keys: `KeyboardEvent.key`, lower case.
 */
export function useKeys(handlers: Record<string, () => boolean | void>): void {
  // each hearer's own: the first of several that hear a pair's second key would take the pair from the others
  const first = useRef<{ key: string; at: number }>(null);
  // keys are told to the document, whatever has the focus
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, target, ctrlKey, altKey, metaKey } = event;
      if (ctrlKey || altKey || metaKey || isTyping(target) || storedValue(KEY) === "off") return;
      if (document.querySelector("dialog[open]")) return;
      const { current: before } = first;
      const pair = before && event.timeStamp - before.at < PAIR_MS ? `${before.key} ${key.toLowerCase()}` : "";
      const handler = handlers[pair] ?? handlers[key.length === 1 ? key.toLowerCase() : key];
      first.current = key.toLowerCase() === "g" ? { key: "g", at: event.timeStamp } : null;
      if (handler && handler() !== false) event.preventDefault();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  });
}
