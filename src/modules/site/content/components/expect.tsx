import { Check } from "#src/ui/lucide/icons.ts";
import { useText } from "#src/locales/use-text.ts";
import type { HomeContent } from "#src/modules/site/content/schema.ts";
import { Picture } from "#src/ui/picture.tsx";

/** What to expect of a night, next to a picture. */
export function Expect({ expect }: { expect: HomeContent["expect"] }) {
  const { t } = useText();
  const points = [
    "content-home.expect.drinks",
    "content-home.expect.games",
    "content-home.expect.club",
    "content-home.expect.guides",
  ] as const;
  return (
    <section className="section bg-surface-2">
      <div className="wrap grid items-center gap-x-14 gap-y-8 md:grid-cols-2">
        <Picture
          src="/pictures/toast"
          alt={t("content-home.expect.imageAlt")}
          missing={t("site.imageMissing")}
          sizes="(min-width: 1200px) 572px, (min-width: 768px) 46vw, 94vw"
          className="aspect-4/3 w-full rounded-lg object-cover"
        />
        <div>
          <h2 className="mb-5 text-h2">{expect.title ?? t("content-home.expect.title")}</h2>
          <p className="max-w-[38rem] text-lead text-text-2">{expect.description ?? t("content-home.expect.text")}</p>
          <ul className="mt-6 grid gap-3">
            {points.map((point) => (
              <li key={point} className="flex gap-3 font-medium">
                <Check aria-hidden size={20} strokeWidth={2.5} className="mt-0.5 shrink-0 text-agave-text" />
                {t(point)}
              </li>
            ))}
          </ul>
        </div>
      </div>
    </section>
  );
}
