import { useText } from "#src/locales/use-text.ts";

type LogPage = { entries: readonly unknown[]; newer: number | null; older: number | null };

/** The words of the filters and pages that both logs have. */
export function useLogWords() {
  const { t } = useText();
  return {
    words: {
      clear: (filter: string) => t("audit.clear", { filter }),
      apply: t("audit.apply"),
      reset: t("audit.reset"),
    },
    daysFilter: { days: ["from", "to"], label: t("audit.days"), labels: [t("audit.from"), t("audit.to")] },
    pagesOf: ({ entries, newer, older }: LogPage) => ({
      summary: t("audit.shown", { count: entries.length }),
      newer,
      older,
      labels: { previous: t("audit.newer"), next: t("audit.older") },
    }),
  } as const;
}
