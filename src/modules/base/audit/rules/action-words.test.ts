import fs from "node:fs";
import { expect, test } from "vitest";
import { ACTION_WORDS } from "#src/modules/base/audit/rules/action-words.ts";

// A new audit action needs a label, and labels of actions no longer written must go.

/** The action names that each template literal in the source can produce. */
const FILLED_IN: Record<string, readonly string[]> = {
  "booking.deposit_${became}": ["booking.deposit_kept", "booking.deposit_returned"],
  "checkin.${did}": ["checkin.entered", "checkin.undone", "checkin.denied", "checkin.id_seen"],
  "payment.${status}": ["payment.failed", "payment.cancelled"],
  "payment.dispute_${state}": ["payment.dispute_open", "payment.dispute_won", "payment.dispute_lost"],
  "refund.${state.status}": ["refund.succeeded", "refund.submitted", "refund.failed", "refund.manual"],
  "refund.${status}": ["refund.dropped", "refund.credited"],
  "${kind}.deleted": ["gallery_image.deleted", "instagram_post.deleted"],
  "${kind}.moved": ["gallery_image.moved", "instagram_post.moved"],
  "${kind}.published": ["home.published", "page.published"],
  "${kind}.restored": ["gallery_image.restored", "instagram_post.restored"],
  "${kind}.${state}": ["shown", "hidden"].flatMap((state) => [`gallery_image.${state}`, `instagram_post.${state}`]),
  "${kind}_draft.discarded": ["home_draft.discarded", "page_draft.discarded"],
  "${kind}_draft.restored": ["home_draft.restored", "page_draft.restored"],
  "${kind}_draft.saved": ["home_draft.saved", "page_draft.saved"],
};

const NAME = "[a-z_]+\\.[a-z_]+";
/** The forms in which source code names an action: as a field, as one of two, by its helper, or in SQL. */
const WAYS = [
  `\\baction: "(${NAME})"`,
  `\\baction: [^"\\n]+\\?\\s+"(${NAME})"\\s+: "(${NAME})"`,
  `\\brecord\\(ctx, tx, [^"]+"(${NAME})"`,
  `insert into audit_log [^']+'(${NAME})'`,
  "\\baction: `((?:[a-z_]+|\\$\\{kind\\}(?:_draft)?)\\.[^`]+)`",
];

const writers = fs
  .globSync("src/**/*.server.ts")
  .map((file) => ({ file, text: fs.readFileSync(file, "utf8") }))
  .filter(({ file, text }) => !file.startsWith("src/platform/") && /\baudit\(|insert into audit_log/.test(text));

const named = (text: string): string[] =>
  WAYS.flatMap((way) => [...text.matchAll(new RegExp(way, "g"))])
    .flatMap(([, ...names]) => names)
    .filter((name) => name !== undefined);

test.each(writers)("$file says which action it writes", ({ text }) => expect(named(text)).not.toEqual([]));

test("every action that is written has words, and there are none for others", () => {
  const found = writers.flatMap(({ text }) => named(text));
  const built = found.filter((name) => name.includes("${"));
  expect([...new Set(built)].toSorted()).toEqual(Object.keys(FILLED_IN).toSorted());
  const written = [...found.filter((name) => !built.includes(name)), ...built.flatMap((name) => FILLED_IN[name]!)];
  expect(Object.keys(ACTION_WORDS).toSorted()).toEqual([...new Set(written)].toSorted());
});

test.each(["en", "es"])("the words stand in %s, each once", (language) => {
  const texts = JSON.parse(fs.readFileSync(`src/locales/${language}/admin/audit.json`, "utf8")) as Record<
    string,
    string
  >;
  const words = Object.values(ACTION_WORDS).map((id) => texts[id]);
  expect(words.filter((text) => !text)).toEqual([]);
  expect(new Set(words).size).toBe(words.length);
});

/** What a booking's history can hold: its own actions and those of its money (booking-admin/read-panel). */
const OF_A_BOOKING = /^(booking|payment|refund|credit|invoice|confirmation)\.|^email\.sent_again$/;

test.each(["en", "es"])("a booking's history says each of its actions in %s", (language) => {
  const texts = JSON.parse(fs.readFileSync(`src/locales/${language}/admin/booking-history.json`, "utf8")) as Record<
    string,
    string
  >;
  const ids = new Set([...texts["booking-history.did"]!.matchAll(/(\w+) \{/g)].map(([, action]) => action));
  const output = Object.keys(ACTION_WORDS).filter((action) => OF_A_BOOKING.test(action));
  expect(output.length).toBeGreaterThan(40);
  expect(output.filter((action) => !ids.has(action.replace(".", "_")))).toEqual([]);
});
