import { use } from "react";
import { isProduct } from "#src/kernel/brand.ts";
import { classNames } from "./class-names.ts";
import halloween from "./logo-halloween.svg?url&no-inline";
import sprite from "./logo.svg?url&no-inline";
import { NameMark } from "./name-mark.tsx";
import { type LogoPicture, OwnLogos } from "./own-logos.ts";

type LogoProps = {
  /** The house's name, as text alternative. */
  label: string;
  /** The ground where the themes don't say it: dark in both (a night section, a transparent header), or the brand's color. */
  on?: "night" | "brand";
  /** The Halloween page's logo, in place of Ronda's. */
  variant?: "halloween";
  /** Sets the height. */
  className?: string;
};

/** Mark and name side by side: the operator's own, else the mark with their name. On dark ground without a logo for it, the first one counts. */
export function Logo({ label, on, variant, className }: LogoProps) {
  const { light = null, dark = null } = use(OwnLogos) ?? {};
  const drawn = (picture: LogoPicture | null, isOnPaper: boolean, only?: string) =>
    picture ? (
      <img
        src={`${picture.src}-640.webp`}
        alt={label}
        width={picture.width}
        height={picture.height}
        className={classNames(
          "block w-auto max-w-[min(10rem,38vw)] object-contain object-left",
          isOnPaper && "rounded-md bg-paper object-center px-1 py-0.5",
          className,
          only,
        )}
      />
    ) : !isProduct(label) ? (
      <NameMark
        name={label}
        mark={`${sprite}#lockup`}
        className={classNames("block w-auto max-w-[min(10rem,38vw)] font-display", className, only)}
      />
    ) : (
      <svg
        viewBox="0 0 295.36 100"
        role="img"
        aria-label={label}
        className={classNames("block w-auto", className, only)}
      >
        <use href={`${variant ? halloween : sprite}#lockup`} />
      </svg>
    );
  // a color of the brand may be anything, and a logo for light ground can be dark: only paper is sure to go with it
  if (on === "brand") return drawn(light, true);
  if (on || (!light && !dark)) return drawn(dark ?? light, !dark);
  return (
    <>
      {drawn(light, false, "dark:hidden")}
      {drawn(dark ?? light, !dark, "not-dark:hidden")}
    </>
  );
}
