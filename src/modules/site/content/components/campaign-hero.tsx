import type { ReactNode } from "react";
import { useText } from "#src/locales/use-text.ts";
import type { Campaign } from "#src/modules/site/content/rules/campaigns.ts";
import { classNames } from "#src/ui/class-names.ts";
import { Picture } from "#src/ui/picture.tsx";
import { HeaderScrim, SCENE, SCENE_SIZES } from "#src/ui/scene.tsx";
import { CutEdge } from "#src/ui/sheet.tsx";

type CampaignHeroProps = {
  campaign: Campaign;
  /** The date line above the headline. */
  when: string;
  /** Book button and price, or their replacement. */
  children: ReactNode;
};

/** A campaign's first screen, in its own colors. */
export function CampaignHero({ campaign, when, children }: CampaignHeroProps) {
  const { t } = useText();
  const { name, picture, header } = campaign;
  return (
    <section className="relative isolate flex min-h-[max(min(100svh,52.75rem),44rem)] flex-col overflow-hidden bg-night md:min-h-[min(100svh,50rem)]">
      <Picture
        src={picture.wide}
        phone={picture.tall}
        alt={t(`content-campaigns.${name}.imageAlt`)}
        missing={t("site.imageMissing")}
        sizes={SCENE_SIZES}
        ratio={[16, 9]}
        priority
        className={classNames(
          SCENE,
          "bottom-0 -z-20 object-cover object-bottom max-md:aspect-20/31 md:h-full md:object-[80%_100%]",
        )}
      />
      <div
        aria-hidden
        className="absolute inset-0 -z-10 bg-[linear-gradient(180deg,#140c12f5_0,#140c12e6_36%,#140c1200_54%)] md:bg-[linear-gradient(90deg,#140c12f2_0,#140c12d9_40%,#140c1200_72%)] lg:bg-[linear-gradient(90deg,#140c12f2_0,#140c12cc_26%,#140c1200_52%)]"
      />
      {header === "transparent" && <HeaderScrim className="-z-10" />}
      <div
        className={classNames(
          "wrap flex grow flex-col pb-18 md:justify-center md:pb-16",
          header === "transparent" ? "pt-22 md:pt-28" : "pt-8 md:pt-16",
        )}
      >
        <p className="mb-4 font-semibold md:mb-6 md:text-[1.0625rem]">{when}</p>
        <h1 className="mb-4 max-w-[5.6em] text-[clamp(2.85rem,1.55rem+6vw,6.75rem)] leading-[0.92] text-(--c-headline) md:mb-6 lang-es:max-w-[8em] lang-es:text-[clamp(2.6rem,1.5rem+4.6vw,5.5rem)]">
          {t(`content-campaigns.${name}.headline`)}
        </h1>
        <p className="mb-6 max-w-101 text-[1.0625rem] leading-normal md:mb-7 md:text-lead">
          {t(`content-campaigns.${name}.lead`)}
        </p>
        {children}
      </div>
      <CutEdge className="absolute inset-x-0 -bottom-px -scale-y-100 bg-ground" />
    </section>
  );
}
