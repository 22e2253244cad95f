import { useEffect, useState } from "react";
import { classNames } from "./class-names.ts";

type CountdownProps = {
  /** As counted by the server: the visitor's clock may be wrong. */
  secondsLeft: number;
  /** The screen reader announcement, once a minute. */
  announce: (minutesLeft: number) => string;
  onEnd?: () => void;
};

/** Below this many seconds the digits turn red. */
const SHORT = 120;

/** A countdown of minutes and seconds to 0:00, with hours above an hour. */
export function Countdown({ secondsLeft, announce, onEnd }: CountdownProps) {
  const left = useSecondsLeft(secondsLeft, onEnd);
  return (
    <>
      <span
        aria-hidden
        className={classNames("display text-2xl leading-none tabular-nums", left < SHORT && "text-low-text")}
      >
        {digitsOf(left)}
      </span>
      <span role="timer" aria-live="polite" className="sr-only">
        {announce(Math.ceil(left / 60))}
      </span>
    </>
  );
}

/** `14:05`, `2:14:05`. */
function digitsOf(left: number): string {
  const [hours, minutes, seconds] = [Math.floor(left / 3600), Math.floor(left / 60) % 60, left % 60];
  const two = (value: number) => String(value).padStart(2, "0");
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
}

function useSecondsLeft(secondsLeft: number, onEnd?: () => void) {
  const [left, setLeft] = useState(Math.max(0, Math.floor(secondsLeft)));
  // measured from when the page was shown, so that a suspended tab shows the right time on waking
  useEffect(() => {
    const end = Date.now() + secondsLeft * 1000;
    const timer = setInterval(() => {
      const now = Math.max(0, Math.ceil((end - Date.now()) / 1000));
      setLeft(now);
      if (now > 0) return;
      clearInterval(timer);
      onEnd?.();
    }, 1000);
    return () => clearInterval(timer);
    // oxlint-disable-next-line react/exhaustive-deps -- a new onEnd must not start the clock again
  }, [secondsLeft]);
  return left;
}
