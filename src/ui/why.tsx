import { type ReactNode, useId } from "react";
import type { SaidWhy } from "#src/locales/why.ts";

type WhyProps = {
  /** Nothing is shown without one: the reader may not know, or there is nothing to explain. */
  why: SaidWhy | null | undefined;
  /** Below the steps: where staff find the records. */
  children?: ReactNode;
  /** Told whether it is open. */
  onToggle?: (isOpen: boolean) => void;
};

/**
 * A quiet button beside an amount that opens why it is what it is: below it where there is room, at the bottom of a phone. Native,
 * so that it works before and without scripts; how it looks is in `theme.css`. Spans only, so that it can stand in a paragraph.
 */
export function Why({ why, children, onToggle }: WhyProps) {
  const id = useId();
  if (!why) return null;
  return (
    <span className="why-of">
      <button type="button" className="why-ask" popoverTarget={id} aria-label={why.ask}>
        <span aria-hidden>?</span>
      </button>
      <span
        id={id}
        popover="auto"
        role="dialog"
        aria-label={why.title}
        className="why"
        onToggle={onToggle && (({ newState }) => onToggle(newState === "open"))}
      >
        <strong className="why-title">{why.title}</strong>
        <span role="list" className="why-steps">
          {why.steps.map(({ text, amount }, index) => (
            <span role="listitem" key={index} className="why-step">
              <span>{text}</span>
              {amount !== null && <span className="why-amount">{amount}</span>}
            </span>
          ))}
          {why.sum && (
            <span role="listitem" className="why-step why-sum">
              <span>{why.sum.text}</span>
              <span className="why-amount">{why.sum.amount}</span>
            </span>
          )}
        </span>
        {why.gap && <span className="why-gap">{why.gap}</span>}
        {why.version && <span className="why-note">{why.version}</span>}
        {children}
        <button
          type="button"
          className="why-close"
          popoverTarget={id}
          popoverTargetAction="hide"
          aria-label={why.close}
        >
          <span aria-hidden>×</span>
        </button>
      </span>
    </span>
  );
}
