import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";

type SheetProps = { className?: string; children: ReactNode };

/** A sheet of paper on the ground of the page. */
export function Sheet({ className, children }: SheetProps) {
  return <div className={classNames("rounded-lg bg-surface shadow-md", className)}>{children}</div>;
}

/** A sheet whose foot is cut like papel picado: a receipt. Its shadow follows the cut. */
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

/** The cut strip itself; the ground colour comes as a class. Put it at the foot of what it belongs to. */
export function CutEdge({ className }: { className?: string }) {
  return <div aria-hidden className={classNames("cut-edge", className)} />;
}

/**
 * One sheet in two parts with a dashed perforation and two punched notches between them: already a ticket.
 * Side by side from 1024 px on, else (or always: `stacked`) one above the other. `ground` is the class of the colour behind
 * the sheet.
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
