import { useEffect, useState } from "react";
import { classNames } from "./class-names.ts";

type CountdownProps = {
  /** As the server counted them when it made the page: the clock of the visitor's machine may be wrong. */
  secondsLeft: number;
  /** What a screen reader hears, once a minute. */
  announce: (minutesLeft: number) => string;
  onEnd?: () => void;
};

/** Under this many seconds the numbers turn red. */
const SHORT = 120;

/** Minutes and seconds running down to 0:00. */
export function Countdown({ secondsLeft, announce, onEnd }: CountdownProps) {
  const left = useSecondsLeft(secondsLeft, onEnd);
  const seconds = String(left % 60).padStart(2, "0");
  return (
    <>
      <span
        aria-hidden
        className={classNames("display text-2xl leading-none tabular-nums", left < SHORT && "text-low-text")}
      >
        {Math.floor(left / 60)}:{seconds}
      </span>
      <span role="timer" aria-live="polite" className="sr-only">
        {announce(Math.ceil(left / 60))}
      </span>
    </>
  );
}

function useSecondsLeft(secondsLeft: number, onEnd?: () => void) {
  const [left, setLeft] = useState(Math.max(0, Math.floor(secondsLeft)));
  // a clock: counted from the moment the page was shown, so that a tab put to sleep shows the right time again
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
