import { useEffect } from "react";
import { useLocation } from "react-router";

/** Puts the focus into the field that the address names behind `#`, and brings it to the middle: the page's head covers its top. */
export function useNamedField() {
  const { hash } = useLocation();
  useEffect(() => {
    const field = hash === "" ? null : document.getElementById(nameIn(hash));
    if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return;
    field.focus({ preventScroll: true });
    field.scrollIntoView({ block: "center" });
  }, [hash]);
}

function nameIn(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return "";
  }
}
