import { useEffect, useRef, useState } from "react";
import { classNames } from "./class-names.ts";
import { jumpTo } from "./jump-to.ts";
import { tellErrors, useAllMended } from "./use-mended.ts";

type ErrorSummaryProps = {
  /** For example "Two things need another look". */
  title: string;
  /** One link per invalid control; `id` is the control's. */
  errors: { id: string; message: string }[];
  /** Nothing is wrong: something more is asked for. */
  calm?: boolean;
  /** The one error is a control's, which says it itself: the focus goes there, and only browsers without scripts see the summary. */
  straight?: boolean;
};

const NONE: ErrorSummaryProps["errors"] = [];

/**
 * The errors of a form, above it; takes the focus when it appears. Needs a new `key` with every submit. What has been changed since
 * leaves it, and with the last of it the summary goes.
 */
export function ErrorSummary({ title, errors, calm = false, straight = false }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null);
  const invalid = errors.length > 0;
  // what was changed before belongs to an earlier answer
  const [isTold, setTold] = useState(false);
  const { over, isOver } = useAllMended(isTold ? errors : NONE);
  // otherwise visitors at the end of a long form, or with a screen reader, wouldn't notice that nothing was submitted
  useEffect(() => {
    if (!invalid) return;
    const control = straight ? document.getElementById(errors[0]!.id) : null;
    // not behind the bar that phones have at the bottom
    control?.scrollIntoView({ block: "center" });
    (control ?? box.current)?.focus({ preventScroll: control !== null });
    tellErrors(errors.map(({ id }) => id));
    // oxlint-disable-next-line react/set-state-in-effect -- once, with what is told outside React
    setTold(true);
    // oxlint-disable-next-line react/exhaustive-deps -- once per answer, as its `key` says
  }, [invalid]);
  if (!invalid || over === errors.length) return null;
  return (
    <div
      ref={box}
      tabIndex={-1}
      role="alert"
      className={classNames(
        "max-w-[34rem] rounded-sm border-l-5 px-4.5 py-4 text-text",
        calm ? "border-marigold bg-marigold-tint" : "border-low bg-low-tint",
        straight && "scripted:hidden",
      )}
    >
      {/* it counts them */}
      {over === 0 && <p className="mb-1 font-bold">{title}</p>}
      <ul className="grid gap-1">
        {errors.map((error) => {
          const { id, message } = error;
          return isOver(error) ? null : (
            <li key={id}>
              <a
                href={`#${id}`}
                onClick={jumpTo(id)}
                className={classNames("font-semibold underline", calm ? "text-text" : "text-low-text")}
              >
                {message}
              </a>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
