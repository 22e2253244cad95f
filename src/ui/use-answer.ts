import { useEffect, useEffectEvent, useRef } from "react";

/**
 * Calls `act` once for each new answer of a fetcher; none is null or undefined.
 *
 * Not an effect with the answer as its dependency: the router shows an answer to a render before its own state has changed. If
 * React then drops that render because nothing else has changed, it keeps the dependency without running the effect, and the
 * answer is never acted on.
 */
export function useAnswer<T>(answer: T | null | undefined, act: (answer: T) => void): void {
  const acted = useRef<T>(undefined);
  const onAnswer = useEffectEvent(act);
  useEffect(() => {
    if (answer === null || answer === undefined || answer === acted.current) return;
    acted.current = answer;
    onAnswer(answer);
  });
}
