import { useEffect, useRef } from "react";
import { useLocation } from "react-router";

/** What this document has told already: a visit chooses once. */
let isTold = false;

/** Tells the server that a night was chosen on a page that sells, where its own request doesn't: nothing is asked for then. */
export function useChosenNight(): void {
  const { search } = useLocation();
  const opened = useRef(search);
  useEffect(() => {
    const isChoice = search !== opened.current && new URLSearchParams(search).has("date");
    if (isTold || !isChoice || !document.querySelector("#booking-section")) return;
    isTold = true;
    const body = JSON.stringify({ language: document.documentElement.lang });
    const headers = { "content-type": "application/json" };
    // nobody waits for it, and a missing count isn't reported
    fetch("/api/functions/count-choice", { method: "POST", headers, body, keepalive: true }).catch(() => {});
  }, [search]);
}
