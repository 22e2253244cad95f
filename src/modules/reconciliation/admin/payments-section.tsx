import type { ReactNode } from "react";
import { useText } from "#src/locales/use-text.ts";
import type { Act, Section } from "#src/modules/reconciliation/rules/admin.ts";
import { SECTION_OF } from "#src/modules/reconciliation/rules/admin.ts";
import { Count } from "#src/ui/admin/badge.tsx";
import { Notice } from "#src/ui/notice.tsx";

type AdminSectionProps = {
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
export function AdminSection({ id, title, lead, count = 0, done, children }: AdminSectionProps) {
  const { t } = useText();
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="grid min-w-0 scroll-mt-16 gap-3 rounded-panel border border-border bg-surface px-3.5 pt-2.5 pb-3.5"
    >
      <header className="grid gap-1">
        <h2 id={`${id}-title`} className="flex items-center gap-2 text-sub">
          {title}
          {count > 0 && <Count hot>{count}</Count>}
        </h2>
        {lead && <p className="text-fine text-text-2">{lead}</p>}
      </header>
      {done && SECTION_OF[done] === id && (
        <Notice tone="good" live>
          {t(`reconciliation.done.${done}`)}
        </Notice>
      )}
      {children}
    </section>
  );
}

/** What a list says that has nothing in it. */
export function NothingHere({ children }: { children: ReactNode }) {
  return <p className="text-text-2">{children}</p>;
}
