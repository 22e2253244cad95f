import { type ReactNode, useId } from "react";

/** A section of the booking panel: a small heading with an icon, an aside, and lines. */
export function PanelSection({
  icon,
  title,
  aside,
  children,
}: {
  icon: ReactNode;
  title: string;
  aside?: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="border-b border-border py-2.5 last:border-b-0">
      <header className="mb-1 flex flex-wrap items-center gap-x-2 text-fine text-text-2">
        {icon}
        <h2 id={id} className="mr-auto font-semibold">
          {title}
        </h2>
        {aside}
      </header>
      {children}
    </section>
  );
}

export const LINE = "flex min-h-6.5 flex-wrap items-center gap-x-2 pointer-coarse:min-h-9";
