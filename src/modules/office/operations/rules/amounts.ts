import { numberFormat } from "#src/kernel/formatters.ts";
import { languageTag, type Locale } from "#src/kernel/localized.ts";

const AGES = [
  [86_400, "day", 2],
  [3600, "hour", 2],
  [60, "minute", 2],
  [1, "second", 0],
] as const;

/** An age in its largest unit of which at least two have passed, rounded down: `90` becomes `90 sec`, `7300` `2 hr`. */
export function sayAge(seconds: number, locale: Locale): string {
  const [size, unit] = AGES.find(([length, , least]) => seconds >= length * least) ?? AGES[3];
  return numberFormat(languageTag(locale), { style: "unit", unit, unitDisplay: "short" }).format(
    Math.floor(seconds / size),
  );
}

const SIZES = [
  [1e12, "terabyte"],
  [1e9, "gigabyte"],
  [1e6, "megabyte"],
  [0, "kilobyte"],
] as const;

/** A size with one or two digits at least: `68 MB`, `7.4 GB`. */
export function saySize(bytes: number, locale: Locale): string {
  const [size, unit] = SIZES.find(([least]) => bytes >= least) ?? SIZES[3];
  const shape = {
    style: "unit",
    unit,
    unitDisplay: "short",
    maximumFractionDigits: bytes < size * 10 ? 1 : 0,
  } as const;
  return numberFormat(languageTag(locale), shape).format(bytes / (size || 1000));
}

/** A share as whole percent: `0.872` becomes `87%`. */
export const sayShare = (share: number, locale: Locale): string =>
  numberFormat(languageTag(locale), { style: "percent", maximumFractionDigits: 0 }).format(share);
