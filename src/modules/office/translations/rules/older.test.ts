import { expect, test } from "vitest";
import { olderOf } from "#src/modules/office/translations/rules/older.ts";

/** A text's history, written `English|Spanish`; null where it wasn't there. */
const history = (...states: (string | null)[]) =>
  states.map((state, day) => {
    const [en = "", es = ""] = (state ?? "").split("|");
    return { at: day === 0 ? null : `day ${day}`, texts: new Map(state === null ? [] : [["title", { en, es }]]) };
  });

test.each([
  ["nothing is known of one state", ["a|b"], null],
  ["English alone is reworded", ["a|b", "c|b"], { language: "es", since: "day 1" }],
  ["twice: it counts from the first time", ["a|b", "c|b", "d|b"], { language: "es", since: "day 1" }],
  ["Spanish alone is reworded", ["a|b", "a|c"], { language: "en", since: "day 1" }],
  ["Spanish follows", ["a|b", "c|b", "c|d"], null],
  ["English is taken back", ["a|b", "c|b", "a|b"], null],
  ["it is reworded again after that", ["a|b", "c|b", "a|b", "d|b"], { language: "es", since: "day 3" }],
  ["both at once", ["a|b", "c|d"], null],
  ["a first translation is no rewording", ["a|", "a|b"], null],
  ["what isn't translated is missing, not older", ["a|b", "c|"], null],
  ["translated again after English was reworded without it", ["a|b", "a|", "c|", "c|d"], null],
  ["an item that wasn't there before", ["a|b", null, "c|b"], null],
  ["spaces and line ends are no change", ["a\r\nb|c", "a\nb |c"], null],
  [
    "English follows a Spanish rewording, then leads again",
    ["a|b", "a|c", "d|c", "e|c"],
    { language: "es", since: "day 3" },
  ],
] as const)("%s", (_, states, older) => expect(olderOf("title", history(...states))).toEqual(older));
