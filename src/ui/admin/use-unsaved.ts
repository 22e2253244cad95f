import { useEffect } from "react";
import { useBlocker } from "react-router";

/**
 * Guards what is typed and not saved: leaving the page asks first, and so does opening something else in a side panel, where `panel`
 * is the parameter of the address that says what is open. Gives the question that is open, if there is one, for a `ConfirmDialog`:
 * `stay` and `leave` answer it. The browser asks by itself when the tab is closed.
 */
export function useUnsaved(unsaved: boolean, panel?: string): { asking: boolean; stay: () => void; leave: () => void } {
  const opened = (search: string) => (panel === undefined ? null : new URLSearchParams(search).get(panel));
  const blocker = useBlocker(
    // a form that is sent to its own page saves what is typed
    ({ currentLocation: here, nextLocation: there }) =>
      unsaved && (here.pathname !== there.pathname || opened(here.search) !== opened(there.search)),
  );
  // the browser's own question can only be asked by its own event
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
