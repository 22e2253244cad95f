import type { ReactNode } from "react";
import { Link } from "react-router";
import { classNames } from "./class-names.ts";
import { Picture } from "./picture.tsx";
import { HeaderScrim, SCENE_SIZES } from "./scene.tsx";
import { CutEdge } from "./sheet.tsx";

type PictureHeroProps = {
  /** As for `Picture`; without one the background is plain night. */
  picture: string | null;
  /** Base name, without `-wide` and `-tall`, of crops made for this hero, where there are any. */
  cut?: string | undefined;
  /** What the picture shows, where it is more than a background. */
  alt?: string;
  /** Shown instead when the picture can't be loaded. */
  missing: string;
  breadcrumbLabel: string;
  /** The pages above this one, topmost first. */
  breadcrumb: readonly { to: string; name: string }[];
  title: string;
  children?: ReactNode;
};

/**
 * The head of a place's or crawl's page: its picture by night, breadcrumb and name, under the site's header. On phones the text
 * begins at the foot of the picture, which takes the room that the text leaves: what follows doesn't move when the title takes
 * another number of lines in its own font. On wider screens the text stands beside the subject. There a picture cropped for it
 * fills it; any other one would show only a strip at full width, so it fades in from the night on the right.
 */
export function PictureHero({
  picture,
  cut,
  alt = "",
  missing,
  breadcrumbLabel,
  breadcrumb,
  title,
  children,
}: PictureHeroProps) {
  const wide = cut !== undefined;
  return (
    <section
      className={classNames(
        "night relative isolate flex flex-col overflow-hidden md:min-h-[clamp(30rem,37.5vw,34rem)]",
        picture && "[--scene:min(104vw,56svh)] max-md:min-h-[calc(var(--scene)+10rem)]",
      )}
    >
      {picture && (
        <div className="relative -z-10 -mb-10 min-h-[calc(var(--scene)*0.9)] grow md:absolute md:inset-0 md:mb-0">
          <Picture
            src={wide ? `${cut}-wide` : picture}
            phone={wide ? `${cut}-tall` : undefined}
            alt={alt}
            missing={missing}
            sizes={wide ? SCENE_SIZES : "(min-width: 1358px) 56rem, (min-width: 768px) 66vw, 110vw"}
            ratio={wide ? [16, 9] : [4, 3]}
            priority
            className={classNames(
              "absolute inset-y-0 right-0 size-full object-cover",
              wide
                ? "object-bottom max-md:landscape:object-[50%_88%] md:w-[min(100%,90rem)] md:object-[70%_76%] md:[mask-image:linear-gradient(90deg,transparent,#000_20%)]"
                : "object-[50%_75%] md:w-[min(66%,56rem)] md:[mask-image:linear-gradient(90deg,transparent_2%,#000_36%)]",
            )}
          />
          {/* behind the text: on phones at the picture's foot, else on its left */}
          <div
            aria-hidden
            className={classNames(
              "absolute inset-0 bg-[linear-gradient(0deg,#140c12_0.5rem,#140c12e6_2rem,#140c1200_6.5rem)]",
              wide ? "md:bg-[linear-gradient(90deg,#140c12f2_0,#140c12cc_30%,#140c1226_62%)]" : "md:bg-none",
            )}
          />
          <HeaderScrim />
        </div>
      )}
      <div className={classNames("wrap pb-14 md:my-auto md:pt-28 md:pb-18", !picture && "pt-28")}>
        <nav aria-label={breadcrumbLabel}>
          <ol className="mb-2 flex flex-wrap font-medium">
            {breadcrumb.map(({ to, name }, index) => (
              <li key={to} className="flex items-center">
                {index > 0 && (
                  <span aria-hidden className="mx-1.5">
                    /
                  </span>
                )}
                <Link to={to} className="flex min-h-11 items-center underline underline-offset-4 hover:decoration-2">
                  {name}
                </Link>
              </li>
            ))}
          </ol>
        </nav>
        <h1 className="max-w-[5.2em] text-[clamp(3rem,2rem+4vw,5.25rem)] leading-[0.96]">{title}</h1>
        {children}
      </div>
      <CutEdge className="absolute inset-x-0 -bottom-px -scale-y-100 bg-ground" />
    </section>
  );
}
