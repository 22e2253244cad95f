import type { ReactNode } from "react";
import { useText } from "#src/locales/use-text.ts";
import type { HomeContent } from "#src/modules/site/content/schema.ts";
import { buttonClass } from "#src/ui/button.tsx";
import { classNames } from "#src/ui/class-names.ts";
import { Bunting } from "#src/ui/papel-picado.tsx";
import { Picture } from "#src/ui/picture.tsx";
import { HeaderScrim, SCENE, SCENE_SIZES } from "#src/ui/scene.tsx";
import { CutEdge } from "#src/ui/sheet.tsx";

const OURS = "/pictures/cdmx-wide";
const OURS_ON_PHONES = "/pictures/cdmx-tall";

/** First screen: what this is, and the link to the booking section. `facts` is the strip of the next nights. */
export function Hero({ hero, facts }: { hero: HomeContent["hero"]; facts: ReactNode }) {
  const { t } = useText();
  const picture = hero.backgroundImage ?? OURS;
  const ours = picture === OURS;
  return (
    <section className="night relative isolate flex min-h-[min(100svh,52.75rem)] flex-col overflow-hidden max-md:min-h-[max(min(100svh,52.75rem),41rem)] md:min-h-[min(100svh,50rem)]">
      <Picture
        src={picture}
        phone={ours ? OURS_ON_PHONES : undefined}
        alt={hero.imageAlt ?? t("content-home.hero.imageAlt")}
        missing={t("site.imageMissing")}
        sizes={SCENE_SIZES}
        ratio={[16, 9]}
        priority
        className={classNames(
          SCENE,
          "bottom-0 -z-20 object-cover object-bottom md:h-full md:object-[78%_100%]",
          ours ? "max-md:aspect-20/31" : "h-full",
        )}
      />
      <Scrim />
      <HeaderScrim className="-z-10" />
      <HeroFlags />
      <div className="wrap flex grow flex-col pt-42 pb-18 md:pt-[max(11rem,calc(5rem+10.25vw))] md:pb-16 min-[105rem]:pt-[calc(5.25rem+7.25vw)]">
        <h1 className="mb-4 max-w-[6.2em] text-hero leading-[0.88] md:mb-5 md:max-w-[5.6em] md:[@media(height<48rem)]:text-[max(2.5rem,13svh)] lang-es:max-w-[6.6em] lang-es:text-[clamp(2.9rem,1.5rem+4.8vw,5.75rem)] lang-es:leading-[0.92]">
          {hero.title ?? t("content-home.hero.title")}
        </h1>
        <p className="mb-5 max-w-98 text-[1.0625rem] leading-normal md:mb-6 md:text-lead">
          {hero.subtitle ?? t("content-home.hero.subtitle")}
        </p>
        <div>
          <a id="hero-book" href="#booking-section" className={buttonClass({})}>
            {t("content-home.hero.book")}
          </a>
        </div>
        <div className="mt-auto pt-6 md:mt-0">{facts}</div>
      </div>
      <CutEdge className="absolute inset-x-0 -bottom-px -scale-y-100 bg-ground" />
    </section>
  );
}

/** Darkens the picture only behind the text. */
function Scrim() {
  return (
    <div
      aria-hidden
      className="absolute inset-0 -z-10 bg-[linear-gradient(180deg,#140c12f2_0,#140c12cc_42%,#140c1200_56%)] md:bg-[linear-gradient(90deg,#140c12f2_0,#140c12d9_40%,#140c1200_72%)] lg:bg-[linear-gradient(90deg,#140c12f2_0,#140c12d9_26%,#140c1200_52%)]"
    />
  );
}

function HeroFlags() {
  return (
    <div className="absolute inset-x-0 top-16 -z-10 md:top-19">
      <Bunting sway className="max-md:hidden min-[105rem]:hidden" />
      {/* more flags, not larger ones */}
      <Bunting width={1920} flags={20} bows={2} sway className="max-[105rem]:hidden" />
      <Bunting width={390} flags={6} scale={0.58} sag={14} sway className="md:hidden" />
    </div>
  );
}
