import type { ReactNode } from "react";
import { classNames } from "../class-names.ts";

/** A row of papel picado along the top edge: tonight, and empty states. Decoration. */
export function PicadoEdge({ className }: { className?: string }) {
  return <div aria-hidden className={classNames("cut-edge h-3.5! bg-brand [mask-size:12px_14px]!", className)} />;
}

type EmptyProps = {
  title: string;
  text?: string;
  action?: ReactNode;
  icon?: ReactNode;
  /** Whether it replaces the whole page. */
  page?: boolean;
};

/** An empty state: what would be here, and one action. With an icon it is a failure or a refusal instead. */
export function Empty({ title, text, action, icon, page = false }: EmptyProps) {
  const Title = page ? "h1" : "h2";
  return (
    <div className="overflow-hidden rounded-panel">
      {!icon && <PicadoEdge />}
      <div className="grid justify-items-center gap-1.5 px-6 py-14 text-center">
        {icon && (
          <span className="mb-1.5 grid size-10 place-items-center rounded-full bg-jaca-tint text-jaca-text">
            {icon}
          </span>
        )}
        <Title className="heading text-lg">{title}</Title>
        {text && <p className="max-w-[38ch] text-text-2">{text}</p>}
        {action && <div className="mt-2.5 flex flex-wrap justify-center gap-2">{action}</div>}
      </div>
    </div>
  );
}
