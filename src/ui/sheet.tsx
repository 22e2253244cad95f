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

/** The cut strip itself; its colour comes as a class. Goes at the bottom of its box. */
export function CutEdge({ className }: { className?: string }) {
  return <div aria-hidden className={classNames("cut-edge", className)} />;
}

/**
 * A sheet in two parts with a dashed perforation and two punched notches between them, like a ticket. Side by side from 1024 px
 * on, else (or always: `stacked`) stacked. `ground` is the class of the background colour behind the sheet.
 */
export function PerforatedSheet({
  ground,
  main,
  stub,
  stacked = false,
}: {
  ground: string;
  main: ReactNode;
  stub: ReactNode;
  stacked?: boolean;
}) {
  const notch = classNames("absolute size-6 rounded-full", ground);
  const { sheet, fold, first, second } = stacked ? STACKED : SIDE_BY_SIDE;
  return (
    <div className={classNames("grid rounded-lg bg-surface shadow-lg", sheet)}>
      <div className="min-w-0">{main}</div>
      <div className={classNames("relative flex min-w-0 flex-col border-dashed border-border-strong", fold)}>
        <span aria-hidden className={classNames(notch, first)} />
        <span aria-hidden className={classNames(notch, second)} />
        {stub}
      </div>
    </div>
  );
}

const STACKED = { sheet: "", fold: "border-t-2", first: "-top-[13px] -left-3", second: "-top-[13px] -right-3" };
const SIDE_BY_SIDE = {
  sheet: "lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]",
  fold: "max-lg:border-t-2 lg:border-l-2",
  first: "-top-[13px] -left-3 lg:-top-3 lg:-left-[13px]",
  second: "max-lg:-top-[13px] max-lg:-right-3 lg:-bottom-3 lg:-left-[13px]",
};
