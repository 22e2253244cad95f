import { useText } from "#src/locales/use-text.ts";
import type { HomeContent } from "#src/modules/site/content/schema.ts";
import { classNames } from "#src/ui/class-names.ts";
import { Picture } from "#src/ui/picture.tsx";
import { SectionHead } from "#src/ui/section-head.tsx";

const FEATURES = ["drinks", "venues", "guides", "games"] as const;

type FeaturesProps = {
  features: HomeContent["features"];
  /** The ground of what stands above. */
  follows: "ground" | "tinted";
};

/** What a seat includes: four cards. */
export function Features({ features, follows }: FeaturesProps) {
  const { t } = useText();
  return (
    <section className={classNames("wrap section", follows === "ground" && "pt-0")}>
      <SectionHead title={t("content-home.features.title")} />
      <ul className="grid grid-cols-2 gap-3 md:gap-5 lg:grid-cols-4">
        {FEATURES.map((name) => (
          <li key={name} className="rounded-lg bg-surface p-2 pb-4 shadow-md md:p-[11px] md:pb-5">
            <Picture
              src={`/pictures/feature-${name}`}
              alt=""
              missing={t("site.imageMissing")}
              sizes="(min-width: 1200px) 262px, (min-width: 1024px) 22vw, 45vw"
              ratio={[10, 11]}
              className="aspect-10/11 w-full rounded-md object-cover"
            />
            <h3 className="mx-1.5 mt-3 mb-1 text-xl md:mx-2 md:mt-4 md:text-h3">
              {features[name].title ?? t(`content-home.features.${name}.title`)}
            </h3>
            <p className="mx-1.5 text-small text-text-2 md:mx-2">
              {features[name].description ?? t(`content-home.features.${name}.text`)}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
