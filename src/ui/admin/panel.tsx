import { type ReactNode, useId } from "react";
import { classNames } from "../class-names.ts";

type PanelProps = {
  title?: ReactNode;
  action?: ReactNode;
  footer?: ReactNode;
  /** False where the content has its own padding: tables and lists. */
  padded?: boolean;
  /** Drawn over the top edge: tonight's bunting. */
  edge?: ReactNode;
  className?: string;
  children: ReactNode;
};

/** A box with a hairline border. With a title it is a region of that name. */
export function Panel({ title, action, footer, padded = true, edge, className, children }: PanelProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={title ? id : undefined}
      className={classNames("min-w-0 rounded-panel border border-border bg-surface", className)}
    >
      {edge}
      {title && (
        <header className="flex min-h-10 flex-wrap items-center gap-2 py-2 pr-2.5 pl-3.5">
          <h2 id={id} className="mr-auto text-sub">
            {title}
          </h2>
          {action}
        </header>
      )}
      <div className={padded ? classNames("px-3.5 pb-3", !title && "pt-3") : undefined}>{children}</div>
      {footer && <footer className="border-t border-border px-3.5 py-2 text-text-3">{footer}</footer>}
    </section>
  );
}
