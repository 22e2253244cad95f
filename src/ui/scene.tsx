import { classNames } from "./class-names.ts";

/**
 * A scene behind a page's first screen: as wide as the screen up to 90 rem, then at the right, fading in from the night. Larger, it
 * would show fewer and coarser things, and push its signs under the headline.
 */
export const SCENE =
  "absolute right-0 w-full min-[90rem]:w-[90rem] min-[90rem]:[mask-image:linear-gradient(90deg,transparent,#000_20%)]";
/**
 * The scene's width, for the browser's choice of a file. A phone's is said to be smaller than it is: its screen has more pixels than
 * can be told apart in a night scene, and the picture is what the first screen waits for.
 */
export const SCENE_SIZES = "(min-width: 90rem) 90rem, (min-width: 768px) 100vw, 80vw";

/** Behind the site's header, whose text is light: dark enough over whatever the picture shows there. */
export const HeaderScrim = ({ className }: { className?: string }) => (
  <div
    aria-hidden
    className={classNames(
      "absolute inset-x-0 top-0 h-24 bg-[linear-gradient(180deg,#140c12e6_0,#140c12b3_66%,#140c1200_100%)] md:h-36 md:bg-[linear-gradient(180deg,#140c12e6_0,#140c12b3_50%,#140c1200_100%)]",
      className,
    )}
  />
);
