import type { ReactNode } from "react";
import { useText } from "#src/locales/use-text.ts";
import type { Act, Section } from "#src/modules/reconciliation/rules/desk.ts";
import { SECTION_OF } from "#src/modules/reconciliation/rules/desk.ts";
import { Notice } from "#src/ui/notice.tsx";

type DeskSectionProps = {
  id: Section;
  title: string;
  lead?: string;
  /** How many of the things here wait for somebody. */
  count?: number;
  /** What has just been done on the page, maybe here. */
  done: Act | null;
  children: ReactNode;
};

/** One sheet of the page: what it is about, what has just happened in it, and what there is. */
export function DeskSection({ id, title, lead, count = 0, done, children }: DeskSectionProps) {
  const { t } = useText();
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="grid min-w-0 scroll-mt-24 gap-4 rounded-lg bg-surface p-5 shadow-md md:px-7 md:py-6"
    >
      <header className="grid gap-1">
        <h2 id={`${id}-title`} className="flex items-center gap-3 text-h3">
          {title}
          {count > 0 && (
            <span className="rounded-full bg-brand-tint px-2.5 text-small leading-7 font-bold text-brand-text tabular-nums">
              {count}
            </span>
          )}
        </h2>
        {lead && <p className="text-small text-text-2">{lead}</p>}
      </header>
      {done && SECTION_OF[done] === id && (
        <Notice tone="good" live>
          {t(`money.done.${done}`)}
        </Notice>
      )}
      {children}
    </section>
  );
}

/** What a list says that has nothing in it. */
export function NothingHere({ children }: { children: ReactNode }) {
  return <p className="rounded-md bg-surface-2 px-4 py-3 text-text-2">{children}</p>;
}
