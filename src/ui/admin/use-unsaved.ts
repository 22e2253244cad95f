import { useEffect } from "react";
import { useBlocker } from "react-router";

/**
 * Guards unsaved input: asks before leaving the page, and before opening something else in a side panel, where `panel` is the
 * query parameter that says what is open. Returns the pending question for a `ConfirmDialog`: `stay` and `leave` answer it.
 * Closing the tab triggers the browser's own question.
 */
export function useUnsaved(unsaved: boolean, panel?: string): { asking: boolean; stay: () => void; leave: () => void } {
  const opened = (search: string) => (panel === undefined ? null : new URLSearchParams(search).get(panel));
  const blocker = useBlocker(
    // submitting a form to its own page saves the input
    ({ currentLocation: here, nextLocation: there }) =>
      unsaved && (here.pathname !== there.pathname || opened(here.search) !== opened(there.search)),
  );
  // the browser's own question needs `beforeunload`
  useEffect(() => {
    if (!unsaved) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [unsaved]);
  return {
    asking: blocker.state === "blocked",
    stay: () => blocker.reset?.(),
    leave: () => blocker.proceed?.(),
  };
}
