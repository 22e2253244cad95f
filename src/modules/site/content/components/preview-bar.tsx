import { dateIn, dayAndYear, HOME_ZONE } from "#src/kernel/local-time.ts";
import { type Locale, localizedPath } from "#src/kernel/localized.ts";
import { tabTitle } from "#src/kernel/brand.ts";
import { useText } from "#src/locales/use-text.ts";
import { buttonClass } from "#src/ui/button.tsx";
import { Eye } from "#src/ui/lucide/icons.ts";

/** `version`: what it says instead of "a draft"; `ends`: how long the link opens it. */
type BarProps = { version: string | null; ends: string | null };

/** An instant's day as a preview names it. */
export const dayIn = (instant: string, locale: Locale): string =>
  dayAndYear(dateIn(new Date(instant), HOME_ZONE), locale);

/** Says that this isn't what guests see, and how long the link opens it. */
export function PreviewBar({ version, ends }: BarProps) {
  const { t, locale } = useText();
  return (
    <aside
      aria-label={t("content-preview.label")}
      className="fixed inset-x-4 bottom-4 z-40 mx-auto flex w-fit max-w-[calc(100%-2rem)] items-center gap-3 rounded-lg bg-marigold px-4 py-2.5 text-small font-semibold text-on-marigold shadow-lg max-md:top-17 max-md:bottom-auto max-md:py-1.5"
    >
      <Eye aria-hidden size={18} className="shrink-0" />
      <p>
        {version ?? t("content-preview.draft")}{" "}
        {ends && <span className="font-normal">{t("content-preview.until", { date: dayIn(ends, locale) })}</span>}
      </p>
    </aside>
  );
}

/** A link that has ended, was never made, or belongs to somebody who may no longer see drafts. */
export function PreviewEnded() {
  const { t, locale } = useText();
  return (
    <main id="main" className="wrap section grid justify-items-start gap-5">
      <title>{tabTitle(t("content-preview.ended.title"), t("common.brand"))}</title>
      <meta name="robots" content="noindex" />
      <h1 className="text-h1">{t("content-preview.ended.title")}</h1>
      <p className="max-w-[38rem] text-lead text-text-2">{t("content-preview.ended.text")}</p>
      <a href={localizedPath("/", locale)} className={buttonClass({})}>
        {t("content-preview.ended.home")}
      </a>
    </main>
  );
}
