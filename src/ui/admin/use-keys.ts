import { useLayoutEffect, useRef } from "react";
import { storedValue, useLocalStorage } from "./use-local-storage.ts";

const KEY = "ronda.single-keys";

/** Whether single-key shortcuts are on; people who dictate or mistype can turn them off on their device. */
export function useSingleKeys(): [on: boolean, choose: (on: boolean) => void] {
  const [setting, keep] = useLocalStorage(KEY);
  return [setting !== "off", (on) => keep(on ? "on" : "off")];
}

/** How long after `g` the second key of a pair is accepted. */
const PAIR_MS = 1200;

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches("input:not([type=checkbox]), textarea, select"));

/**
 * Handles single keys (`j`, `/`, `?`) and pairs (`g b`), but not while typing, in a dialog, or with Ctrl, Alt or Cmd. A handler
 * that returns false leaves the key to the browser. Keys: `KeyboardEvent.key`, lower case.
 */
export function useKeys(handlers: Record<string, () => boolean | void>): void {
  // one per hook: with several, the first to handle a pair's second key would take the pair from the others
  const first = useRef<{ key: string; at: number }>(null);
  // key events are handled on the document, wherever the focus is, and as soon as the page is seen: an effect comes later
  useLayoutEffect(() => {
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
