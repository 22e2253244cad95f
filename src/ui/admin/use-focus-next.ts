import { useEffect, useRef, useState } from "react";

/** Focuses a control once it is rendered. */
export function useFocusNext(): (id: string) => void {
  const next = useRef<string | null>(null);
  const [, render] = useState(0);
  // the control may only appear in this render
  useEffect(() => {
    if (next.current === null) return;
    document.getElementById(next.current)?.focus();
    next.current = null;
  });
  return (id) => {
    next.current = id;
    render((count) => count + 1);
  };
}
