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
    <section aria-labelledby={title ? id : undefined} className={classNames("panel", className)}>
      {edge}
      {title && (
        <header>
          <h2 id={id}>{title}</h2>
          {action}
        </header>
      )}
      <div className={padded ? classNames("px-3.5 pb-3", !title && "pt-3") : undefined}>{children}</div>
      {footer && <footer className="border-t border-border px-3.5 py-2 text-text-3">{footer}</footer>}
    </section>
  );
}
