import { languageTag, type Locale } from "#src/kernel/localized.ts";

const MINUTE = 60_000;
const STEPS = [
  ["day", 24 * 60 * MINUTE],
  ["hour", 60 * MINUTE],
  ["minute", MINUTE],
] as const;

/**
 * How long ago something was used, in whole days, hours or minutes: "2 hours ago", "ayer". Relative, so that no time zone
 * matters.
 */
export function lastUsed(used: Date, now: Date, locale: Locale): string {
  const past = Math.max(0, now.getTime() - used.getTime());
  const [unit, length] = STEPS.find(([, step]) => past >= step) ?? STEPS[2];
  const words = new Intl.RelativeTimeFormat(languageTag(locale), { numeric: "auto" });
  return words.format(-Math.floor(past / length), unit);
}
