import type { ReactNode } from "react";
import { useText } from "#src/locales/use-text.ts";
import type { Act, Section } from "#src/modules/books/reconciliation/rules/admin.ts";
import { SECTION_OF } from "#src/modules/books/reconciliation/rules/admin.ts";
import { Count } from "#src/ui/admin/badge.tsx";
import { Notice } from "#src/ui/notice.tsx";

type AdminSectionProps = {
  id: Section;
  title: string;
  lead?: string;
  /** How many items here wait for staff. */
  count?: number;
  /** The action just completed on the page, maybe in this section. */
  done: Act | null;
  children: ReactNode;
};

/** A section of the page: its title, the action just completed in it, and its content. */
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

/** The text of an empty list. */
export function NothingHere({ children }: { children: ReactNode }) {
  return <p className="text-text-2">{children}</p>;
}
