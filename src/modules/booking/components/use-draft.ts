import { useEffect, useState } from "react";
import { type Details, detailsOf, EMPTY_DETAILS } from "#src/modules/booking/rules/details-form.ts";

const keyOf = (departureId: string) => `ronda.draft.${departureId}`;

/** What was typed for a departure in this tab before a reload, agreement apart; null where there is nothing, or nothing readable. */
function readDraft(departureId: string): Details | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(keyOf(departureId)) ?? "null") as Partial<Details> | null;
    return kept && { ...EMPTY_DETAILS, ...kept, agreed: false };
  } catch {
    return null; // some in-app browsers refuse storage
  }
}

/** Forgets what was typed for a departure: it has become a booking. */
export function forgetDraft(departureId: string): void {
  try {
    sessionStorage.removeItem(keyOf(departureId));
  } catch {
    // where nothing may be stored nothing has to go
  }
}

/**
 * Keeps what is typed for as long as the tab lives, since phones drop pages at will. Gives the draft that was found once the page
 * is in the browser; `wanted` is false where the server knows more (a booking being edited, a form it has answered).
 */
export function useDraft(
  form: React.RefObject<HTMLFormElement | null>,
  departureId: string,
  wanted: boolean,
): Details | null {
  const [found, setFound] = useState<Details | null>(null);
  // only the browser has the draft, and the server's page must be taken over unchanged first
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- once, from a store outside of React
    if (wanted) setFound(readDraft(departureId));
  }, [departureId, wanted]);
  useEffect(() => {
    const keep = () => {
      if (!form.current) return;
      try {
        sessionStorage.setItem(keyOf(departureId), JSON.stringify(detailsOf(new FormData(form.current))));
      } catch {
        // without storage a reload loses what was typed, as it would anyway
      }
    };
    // leaving is the last moment, and the one at which buttons (people, coupon) have settled
    document.addEventListener("input", keep);
    globalThis.addEventListener("pagehide", keep);
    return () => {
      document.removeEventListener("input", keep);
      globalThis.removeEventListener("pagehide", keep);
    };
  }, [form, departureId]);
  return found;
}
