import { ChevronLeft, ChevronRight } from "#src/ui/lucide/icons.ts";
import type { ReactNode } from "react";
import { useText } from "#src/locales/use-text.ts";
import { IconAdminLink } from "./button.tsx";

type PagerProps = {
  /** Which rows of how many, in words. */
  summary: ReactNode;
  /** Null at the ends. */
  previousHref: string | null;
  nextHref: string | null;
  /** Replace "Previous" and "Next". */
  labels?: { previous?: string; next?: string };
};

/** The foot of a list: the shown range, and links to the neighboring pages. */
export function Pager({ summary, previousHref, nextHref, labels = {} }: PagerProps) {
  const { t } = useText();
  const ways = [
    [previousHref, labels.previous ?? t("admin.previous"), <ChevronLeft key="p" aria-hidden size={16} />],
    [nextHref, labels.next ?? t("admin.next"), <ChevronRight key="n" aria-hidden size={16} />],
  ] as const;
  return (
    <nav aria-label={t("admin.pages")} className="flex items-center gap-2 border-t border-border py-1.5 pr-2.5 pl-3.5">
      <span className="mr-auto text-text-3">{summary}</span>
      {ways.map(([href, label, icon]) =>
        href === null ? (
          <span
            key={label}
            aria-hidden
            className="inline-grid size-(--ctl) place-items-center rounded-md border border-border bg-surface-2 text-border-strong"
          >
            {icon}
          </span>
        ) : (
          <IconAdminLink key={label} boxed label={label} to={href}>
            {icon}
          </IconAdminLink>
        ),
      )}
    </nav>
  );
}

type PageStepsProps = { page: number; isMore: boolean; hrefOf: (page: number) => string };

/** The foot of a list whose length nobody counts; renders nothing when there is one page. */
export function PageSteps({ page, isMore, hrefOf }: PageStepsProps) {
  const { t } = useText();
  if (page === 1 && !isMore) return null;
  return (
    <Pager
      summary={t("admin.pageNumber", { page })}
      previousHref={page > 1 ? hrefOf(page - 1) : null}
      nextHref={isMore ? hrefOf(page + 1) : null}
    />
  );
}

type PageTurnerProps = { page: number; size: number; total: number; hrefOf: (page: number) => string };

/** The foot of a numbered list; renders nothing when there is one page. */
export function PageTurner({ page, size, total, hrefOf }: PageTurnerProps) {
  const { t } = useText();
  if (total <= size) return null;
  const until = Math.min(page * size, total);
  return (
    <Pager
      summary={t("admin.shown", { from: (page - 1) * size + 1, until, all: total })}
      previousHref={page > 1 ? hrefOf(page - 1) : null}
      nextHref={until < total ? hrefOf(page + 1) : null}
    />
  );
}
