import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";

type SheetProps = { className?: string; children: ReactNode };

/** A paper-like box on the page's background. */
export function Sheet({ className, children }: SheetProps) {
  return <div className={classNames("rounded-lg bg-surface shadow-md", className)}>{children}</div>;
}

/** A sheet with a papel picado bottom edge: a receipt. Its shadow follows the edge. */
export function Receipt({ className, children }: SheetProps) {
  return (
    <div
      className={classNames(
        "mb-[30px] drop-shadow-[0_10px_14px_#1d10162e] dark:drop-shadow-[0_10px_14px_#000000]",
        className,
      )}
    >
      <div className="rounded-t-lg bg-surface">{children}</div>
      <CutEdge className="-mt-px bg-surface" />
    </div>
  );
}

/** The cut strip itself; its color comes as a class. Goes at the bottom of its box. */
export function CutEdge({ className }: { className?: string }) {
  return <div aria-hidden className={classNames("cut-edge", className)} />;
}

type PerforatedSheetProps = {
  /** Class of the background color behind the sheet. */
  ground: string;
  main: ReactNode;
  stub: ReactNode;
  /** Id of stub and foot together. */
  stubId: string;
  /** Below the stub. */
  foot: ReactNode;
  /** Keeps the foot on the screen for as long as any of the stub is; of the sheet where that is stacked and at least 768 px wide. */
  footStays: boolean;
  stacked?: boolean;
};

/**
 * A sheet in two parts with a dashed perforation and two punched notches between them, like a ticket. Side by side from 1024 px
 * on, else (or always: `stacked`) stacked.
 */
export function PerforatedSheet({
  ground,
  main,
  stub,
  stubId,
  foot,
  footStays,
  stacked = false,
}: PerforatedSheetProps) {
  const notch = classNames("absolute size-6 rounded-full", ground);
  const look = stacked ? STACKED : SIDE_BY_SIDE;
  return (
    <div className={classNames("flex flex-col rounded-lg bg-surface shadow-lg", look.sheet)}>
      <div className="relative min-w-0">
        {main}
        {!stacked && <span aria-hidden className={classNames(notch, "-right-[13px] -bottom-3 max-lg:hidden")} />}
      </div>
      <div
        id={stubId}
        className={classNames(
          "flex min-w-0 flex-col border-dashed border-border-strong max-md:-scroll-mt-4",
          look.half,
        )}
      >
        <div
          className={classNames(
            "relative flex grow flex-col border-dashed border-border-strong",
            look.stub,
            // what gets the focus stands clear of the foot
            footStays && "[&_:is(a,button,summary,input)]:scroll-mb-60",
          )}
        >
          <span aria-hidden className={classNames(notch, look.first)} />
          <span aria-hidden className={classNames(notch, look.second)} />
          {stub}
        </div>
        <div className={classNames("rounded-b-lg bg-surface", footStays && "sticky bottom-0 z-1")}>{foot}</div>
      </div>
    </div>
  );
}

// a foot sticks within the box that it is laid out in: where stub and foot have none, within the sheet
const STACKED = {
  sheet: "",
  half: "md:contents",
  stub: "border-t-2",
  first: "-top-[13px] -left-3",
  second: "-top-[13px] -right-3",
};
const SIDE_BY_SIDE = {
  sheet: "lg:grid lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]",
  half: "md:max-lg:contents lg:border-l-2",
  stub: "max-lg:border-t-2",
  first: "-top-[13px] -left-3 lg:-top-3 lg:-left-[13px]",
  second: "-top-[13px] -right-3 lg:hidden",
};
