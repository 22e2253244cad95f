import { type Locale, LOCALES } from "#src/kernel/localized.ts";
import type { Pair } from "#src/kernel/pair.ts";
import { tidied } from "#src/modules/office/translations/rules/slots.ts";

/** The texts of a record as they were from a time on, by `Slot.track`; null where that time isn't known. */
export type Snapshot = { at: string | null; texts: ReadonlyMap<string, Pair> };

/** Which language a change of the other one has left behind, and when that was (ISO instant); null as far as nobody knows of any. */
export type Older = { language: Locale; since: string } | null;

type Step = { was: Pair; now: Pair; at: string | null };

/**
 * Whether a text's languages have been in step, by its record's snapshots, oldest first. A language falls behind when the other
 * one alone is reworded, and catches up when it is reworded itself. What is written for the first time is in step, as is what was
 * there before the oldest snapshot: nothing is claimed that isn't known. A pair that is brought back as it was in step is so again.
 */
export function olderOf(track: string, snapshots: readonly Snapshot[]): Older {
  let older: Older = null;
  let was: Pair | undefined;
  let inStep: Pair | undefined;
  for (const { at, texts } of snapshots) {
    const now = texts.get(track);
    older = now && was && !(inStep && isSame(inStep, now)) ? after(older, { was, now, at }) : null;
    if (!older) inStep = now;
    was = now;
  }
  return older;
}

const differing = (one: Pair, other: Pair) =>
  LOCALES.filter((language) => tidied(one[language]) !== tidied(other[language]));
const isSame = (one: Pair, other: Pair): boolean => differing(one, other).length === 0;

function after(older: Older, { was, now, at }: Step): Older {
  const changed = differing(was, now);
  if (tidied(now.en) === "" || tidied(now.es) === "" || changed.length === 2) return null;
  const [language] = changed;
  if (!language) return older;
  if (older?.language === language || tidied(was[language]) === "" || at === null) return null;
  return older ?? { language: language === "en" ? "es" : "en", since: at };
}
