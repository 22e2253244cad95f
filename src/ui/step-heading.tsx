import { type ReactNode, useEffect, useRef } from "react";
import { NavigationType, useNavigationType } from "react-router";
import { classNames } from "./class-names.ts";

type StepHeadingProps = { step: string; className?: string; children: ReactNode };

/**
 * The title of one step of several. It takes the focus when a link or form has led to the step: what was pressed is gone, and
 * the keyboard and screen readers would begin at the top of the page again. `step` names it; a title may change within one.
 */
export function StepHeading({ step, className, children }: StepHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // a loaded page, and a way back through the history, keep the browser's focus
  const isLed = useNavigationType() !== NavigationType.Pop;
  useEffect(() => {
    if (isLed) heading.current?.focus({ preventScroll: true });
    // oxlint-disable-next-line react/exhaustive-deps -- once for each step, however it is navigated within
  }, [step]);
  return (
    <h1 ref={heading} tabIndex={-1} className={classNames("text-h2", className)}>
      {children}
    </h1>
  );
}
