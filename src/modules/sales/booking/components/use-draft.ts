import { useEffect, useState } from "react";
import { keyOf } from "#src/modules/sales/booking/components/forget-draft.ts";
import { type Details, detailsOf, EMPTY_DETAILS } from "#src/modules/sales/booking/rules/details-form.ts";

/** The form input stored for a departure in this tab, without the agreement; null when there is none or it is unreadable. */
function readDraft(departureId: string): Details | null {
  try {
    const draft = JSON.parse(sessionStorage.getItem(keyOf(departureId)) ?? "null") as Partial<Details> | null;
    return draft && { ...EMPTY_DETAILS, ...draft, agreed: false };
  } catch {
    return null; // some in-app browsers refuse storage
  }
}

/**
 * Persists form input for the lifetime of the tab, since phones discard background pages. Returns the stored draft after
 * hydration; `isEnabled` is false when the server knows better (a booking being edited, a submission it has answered).
 */
export function useDraft(
  form: React.RefObject<HTMLFormElement | null>,
  departureId: string,
  isEnabled: boolean,
): Details | null {
  const [found, setFound] = useState<Details | null>(null);
  // only the browser has the draft, and hydration must match the server's HTML first
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- once, from a store outside React
    if (isEnabled) setFound(readDraft(departureId));
  }, [departureId, isEnabled]);
  useEffect(() => {
    const keep = () => {
      if (!form.current) return;
      try {
        sessionStorage.setItem(keyOf(departureId), JSON.stringify(detailsOf(new FormData(form.current))));
      } catch {
        // without storage a reload loses the input
      }
    };
    // pagehide comes last, after button changes (people, coupon) have settled
    document.addEventListener("input", keep);
    globalThis.addEventListener("pagehide", keep);
    return () => {
      document.removeEventListener("input", keep);
      globalThis.removeEventListener("pagehide", keep);
    };
  }, [form, departureId]);
  return found;
}
