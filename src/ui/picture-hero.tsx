import type { ReactNode } from "react";
import { Link } from "react-router";
import { Picture } from "./picture.tsx";
import { CutEdge } from "./sheet.tsx";

type PictureHeroProps = {
  /** As `Picture` takes it; without one the ground is plain night. */
  picture: string | null;
  /** Shown in the picture's place when it can't be loaded. */
  missing: string;
  trailLabel: string;
  /** Where this page hangs: the pages above it, the first one first. */
  trail: readonly { to: string; name: string }[];
  title: string;
  children?: ReactNode;
};

/** The head of a page about a place or a crawl: its picture by night, the way back up, its name. */
export function PictureHero({ picture, missing, trailLabel, trail, title, children }: PictureHeroProps) {
  return (
    <section className="night relative isolate flex min-h-[25rem] flex-col overflow-hidden md:min-h-[26.5rem]">
      {picture && (
        <Picture
          src={picture}
          phone={tallOf(picture)}
          alt=""
          missing={missing}
          sizes="100vw"
          ratio={[16, 9]}
          priority
          className="absolute inset-0 -z-20 size-full object-cover object-[70%_60%]"
        />
      )}
      <div
        aria-hidden
        className="absolute inset-0 -z-10 bg-[linear-gradient(180deg,#140c1266_0,#140c1299_34%,#140c12e6_72%)] md:bg-[linear-gradient(90deg,#140c12f2_0,#140c12cc_30%,#140c1226_62%)]"
      />
      <div className="wrap flex grow flex-col justify-end pt-24 pb-16 md:justify-center md:pt-16 md:pb-20">
        <nav aria-label={trailLabel}>
          <ol className="mb-2 flex flex-wrap font-medium">
            {trail.map(({ to, name }, index) => (
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

/** The upright cut of a wide picture of the house; other pictures have none. */
const tallOf = (picture: string) => (picture.endsWith("-wide") ? picture.replace(/-wide$/, "-tall") : undefined);
