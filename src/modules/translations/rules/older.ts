import type { Locale } from "#src/kernel/localized.ts";
import type { Pair } from "#src/kernel/pair.ts";
import { tidied } from "#src/modules/translations/rules/slots.ts";

/** The texts of a record as they were from a time on, by `Slot.track`; null where that time isn't known. */
export type Snapshot = { at: string | null; texts: ReadonlyMap<string, Pair> };

/** Which language a change of the other one has left behind, and when that was (ISO instant); null as far as nobody knows of any. */
export type Older = { language: Locale; since: string } | null;

type Step = { was: Pair; now: Pair; at: string | null };

/**
 * Whether a text's languages have been in step, by its record's snapshots, oldest first. A language falls behind when the other
 * one alone is reworded, and catches up when it is reworded itself. What is written for the first time is in step, as is what was
 * there before the oldest snapshot: nothing is claimed that isn't known.
 */
export function olderOf(track: string, snapshots: readonly Snapshot[]): Older {
  let older: Older = null;
  let was: Pair | undefined;
  for (const { at, texts } of snapshots) {
    const now = texts.get(track);
    older = now && was ? after(older, { was, now, at }) : null;
    was = now;
  }
  return older;
}

function after(older: Older, { was, now, at }: Step): Older {
  const changed = (["en", "es"] as const).filter((language) => tidied(was[language]) !== tidied(now[language]));
  if (tidied(now.en) === "" || tidied(now.es) === "" || changed.length === 2) return null;
  const [language] = changed;
  if (!language) return older;
  if (older?.language === language || tidied(was[language]) === "" || at === null) return null;
  return older ?? { language: language === "en" ? "es" : "en", since: at };
}
