import { LOCALES } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import type { Counts, State } from "#src/modules/office/translations/rules/board.ts";
import { Panel } from "#src/ui/admin/panel.tsx";

const NAMES = { en: "editing.english", es: "editing.spanish" } as const;
const BARS: readonly (readonly [State, string])[] = [
  ["complete", "bg-agave"],
  ["older", "bg-jaca"],
  ["missing", "bg-marigold"],
];

/** How far each language is. */
export function Languages({ languages }: { languages: Record<"en" | "es", Counts> }) {
  const { t } = useText();
  return (
    <div className="mb-4 grid gap-3 md:grid-cols-2">
      {LOCALES.map((language) => (
        <Panel key={language} title={t(NAMES[language])}>
          <div aria-hidden className="flex h-2 gap-px overflow-hidden rounded-full bg-surface-2">
            {BARS.filter(([state]) => languages[language][state] > 0).map(([state, colour]) => (
              <span key={state} className={colour} style={{ flexGrow: languages[language][state], flexBasis: 0 }} />
            ))}
          </div>
          <p className="mt-2 text-text-2">{t("translations.totals", languages[language])}</p>
        </Panel>
      ))}
    </div>
  );
}
