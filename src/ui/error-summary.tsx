import { useEffect, useRef } from "react";
import { classNames } from "./class-names.ts";
import { tellErrors } from "./use-mended.ts";

type ErrorSummaryProps = {
  /** For example "Two things need another look". */
  title: string;
  /** One link per invalid control; `id` is the control's. */
  errors: { id: string; message: string }[];
  /** Nothing is wrong: something more is asked for. */
  calm?: boolean;
};

/** The errors of a form, above it; takes the focus when it appears. Needs a new `key` with every submit. */
export function ErrorSummary({ title, errors, calm = false }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null);
  const invalid = errors.length > 0;
  // otherwise visitors at the end of a long form, or with a screen reader, wouldn't notice that nothing was submitted
  useEffect(() => {
    if (!invalid) return;
    box.current?.focus();
    tellErrors(errors.map(({ id }) => id));
    // oxlint-disable-next-line react/exhaustive-deps -- once per answer, as its `key` says
  }, [invalid]);
  if (!invalid) return null;
  return (
    <div
      ref={box}
      tabIndex={-1}
      role="alert"
      className={classNames(
        "max-w-[34rem] rounded-sm border-l-5 px-4.5 py-4 text-text",
        calm ? "border-marigold bg-marigold-tint" : "border-low bg-low-tint",
      )}
    >
      <p className="mb-1 font-bold">{title}</p>
      <ul className="grid gap-1">
        {errors.map(({ id, message }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              onClick={() => document.getElementById(id)?.focus()}
              className={classNames("font-semibold underline", calm ? "text-text" : "text-low-text")}
            >
              {message}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
