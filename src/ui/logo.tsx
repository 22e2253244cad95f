import { classNames } from "./class-names.ts";
import halloween from "./logo-halloween.svg?url&no-inline";
import sprite from "./logo.svg?url&no-inline";

type LogoProps = {
  /** The house's name, as text alternative. */
  label: string;
  /** The operator's own logo; the default is drawn in the text and brand colours. */
  src?: string | null;
  /** The operator's logo for dark backgrounds. */
  darkSrc?: string | null;
  /** The background is dark in the light theme too (a night section, a transparent header). */
  onNight?: boolean;
  /** The Halloween page's logo, which replaces every other one. */
  variant?: "halloween";
  /** Sets the height. */
  className?: string;
};

/** Mark and name side by side. */
export function Logo({ label, src, darkSrc, onNight = false, variant, className }: LogoProps) {
  const size = classNames("block w-auto", className);
  if (!src || variant) {
    return (
      <svg viewBox="0 0 295.36 100" role="img" aria-label={label} className={size}>
        <use href={`${variant ? halloween : sprite}#lockup`} />
      </svg>
    );
  }
  if (!darkSrc) return <img src={src} alt={label} className={size} />;
  if (onNight) return <img src={darkSrc} alt={label} className={size} />;
  return (
    <>
      <img src={src} alt={label} className={classNames(size, "dark:hidden")} />
      <img src={darkSrc} alt={label} className={classNames(size, "not-dark:hidden")} />
    </>
  );
}
