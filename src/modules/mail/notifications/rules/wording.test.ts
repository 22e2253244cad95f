import { describe, expect, test } from "vitest";
import { emailMessages } from "#src/locales/i18n.ts";
import { isTemplateKind, TEMPLATE_KINDS } from "#src/modules/mail/notifications/kinds/every-kind.ts";
import { isCounted, type Placeholder, readText, writtenAs } from "#src/modules/mail/notifications/rules/template.ts";
import { textsOf } from "#src/modules/mail/notifications/rules/template-texts.ts";
import {
  changesIn,
  editedInFull,
  inFull,
  merged,
  messagesIn,
  NO_WORDING,
  ownOf,
  problemsIn,
  stateOf,
  wordingOf,
} from "#src/modules/mail/notifications/rules/wording.ts";
import { keepMine, mergeTheirs, startEditing, afterSave, takeTheirs } from "#src/kernel/edited.ts";
import { KIND_GROUPS } from "#src/modules/mail/notifications/rules/email-log.ts";

const SUBJECT = "emails.code.subject";
const TITLE = "emails.code.title";
const wording = (en: Record<string, string>, es: Record<string, string> = {}) => ({ en, es });

test.each(TEMPLATE_KINDS)(
  "Ronda’s texts of %s pass their own rules in both languages, and come back as they are",
  async (kind) => {
    for (const locale of ["en", "es"] as const) {
      const messages = await emailMessages(locale);
      for (const { id, ...rule } of textsOf(kind)) {
        const message = messages[id]!;
        const read = readText(writtenAs(message), rule);
        expect(read, `${locale} ${id}: ${writtenAs(message)}`).toMatchObject({ ok: true });
        if (read.ok) expect(writtenAs(read.message)).toBe(writtenAs(message));
      }
    }
  },
);

test("each kind but the trials has its texts, once, and no required placeholder that it may not insert", () => {
  const kinds = KIND_GROUPS.flatMap((group) => group.kinds);
  expect(kinds.filter((kind) => !isTemplateKind(kind))).toEqual(["staff_mail_test", "staff_template_test"]);
  for (const kind of TEMPLATE_KINDS) {
    const texts = textsOf(kind);
    expect(new Set(texts.map(({ id }) => id)).size, kind).toBe(texts.length);
    for (const { must, may } of texts) expect(may).toEqual(expect.arrayContaining([...must]));
  }
});

test("emails to an address that nobody has proved insert no name: a stranger could have typed it", () => {
  const accounts = TEMPLATE_KINDS.filter((kind) => kind.startsWith("account_") || kind === "role_offered");
  const unpaid = ["checkout_unfinished", "voucher_issued", "booking_link", "booking_cancelled"] as const;
  for (const kind of [...accounts, ...unpaid])
    expect(textsOf(kind).filter(({ may }) => may.includes("name"))).toEqual([]);
  expect(textsOf("booking_confirmation").every(({ may }) => may.includes("name"))).toBe(true);
});

test.each([
  ["people", true],
  ["date", false],
] as const)("%s is a number: %s", (name: Placeholder, is) => {
  expect(isCounted(name)).toBe(is);
});

test("what is like Ronda’s, or empty, isn’t the operator’s", () => {
  const ronda = wording({ [SUBJECT]: "Your code: {{code}}", [TITLE]: "Your code" });
  const typed = wording({ [SUBJECT]: " Your code: {{code}}\r\n", [TITLE]: "The code" }, { [TITLE]: "  " });
  expect(ownOf("booking_code", typed, ronda)).toEqual(wording({ [TITLE]: "The code" }));
});

test.each([
  [null],
  ["text"],
  [[]],
  [{ en: null, es: 3 }],
  [{ en: { [TITLE]: 7, "emails.nope": "x", constructor: "x" } }],
  [JSON.parse('{"en": {"__proto__": "x"}}')],
])("a stored wording of another shape, %j, is Ronda’s", (stored) => {
  expect(wordingOf("booking_code", stored)).toEqual(NO_WORDING);
});

test("a stored text that can’t be used is left out, the others count", () => {
  const stored = wording({ [SUBJECT]: "No code", [TITLE]: "The code" });
  expect(problemsIn("booking_code", stored)).toEqual([
    { language: "en", id: SUBJECT, error: { problem: "required", name: "code" } },
  ]);
  expect([...messagesIn("booking_code", stored, "en").keys()]).toEqual([TITLE]);
});

test.each([
  ["only mine", { [TITLE]: "mine" }, {}, { [TITLE]: "mine" }, 0],
  ["only theirs", {}, { [TITLE]: "theirs" }, { [TITLE]: "theirs" }, 0],
  ["each another", { [TITLE]: "mine" }, { [SUBJECT]: "theirs" }, { [TITLE]: "mine", [SUBJECT]: "theirs" }, 0],
  ["both alike", { [TITLE]: "same" }, { [TITLE]: "same" }, { [TITLE]: "same" }, 0],
  ["both the same text", { [TITLE]: "mine" }, { [TITLE]: "theirs" }, { [TITLE]: "mine" }, 1],
] as const)("of what two changed, %s, is merged", (_name, mine, theirs, expected, both) => {
  const found = merged("booking_code", NO_WORDING, wording(mine), wording(theirs));
  expect(found.wording).toEqual(wording(expected));
  expect(found.both).toHaveLength(both);
});

test("taking a text back to Ronda’s is a change like any other", () => {
  const base = wording({ [TITLE]: "own" });
  expect(merged("booking_code", base, NO_WORDING, base)).toEqual({ wording: NO_WORDING, both: [] });
  expect(merged("booking_code", base, NO_WORDING, wording({ [TITLE]: "theirs" })).both).toHaveLength(1);
  expect(changesIn("booking_code", base, NO_WORDING)).toEqual([{ language: "en", id: TITLE, old: "own", now: "" }]);
});

test.each([
  [{}, {}, "ronda"],
  [{ [TITLE]: "a" }, {}, "en"],
  [{}, { [TITLE]: "a" }, "es"],
  [{ [TITLE]: "a" }, { [SUBJECT]: "a" }, "own"],
] as const)("%j and %j is worded by: %s", (en, es, state) => {
  expect(stateOf(wording(en, es))).toBe(state);
});

describe("in the editor", () => {
  const TEXT = "emails.code.text";
  const UNTIL = "emails.code.until";
  const ronda = { en: { [TITLE]: "Title", [TEXT]: "Text", [UNTIL]: "Until" }, es: { [TITLE]: "Título" } };
  const kind = editedInFull("booking_code", ronda);
  const published = (version: number, en: Record<string, string>) => ({ version, draft: inFull(wording(en), ronda) });
  const read = published(2, { [TITLE]: "Ours" });
  type Form = ReturnType<typeof form>;
  const form = (en: Record<string, string> = {}) =>
    startEditing<typeof read.draft, { language: "en" | "es"; id: string }>(read, {
      ...read.draft,
      en: { ...read.draft.en, ...en },
    });
  const changes = ({ base, draft }: Form) =>
    changesIn("booking_code", ownOf("booking_code", base.draft, ronda), ownOf("booking_code", draft, ronda)).map(
      ({ id, now }) => [id, now],
    );

  test("a form shows the operator’s texts, and Ronda’s where there are none", () => {
    expect(form().draft.en).toEqual({ [TITLE]: "Ours", [TEXT]: "Text", [UNTIL]: "Until" });
    expect(changes(form())).toEqual([]);
    expect(changes(form({ [TITLE]: "Title", [TEXT]: "Mine" }))).toEqual([
      [TITLE, ""],
      [TEXT, "Mine"],
    ]);
    expect(kind.changed(read.draft, form({ [TEXT]: " Text " }).draft)).toEqual([]);
  });

  test("what is typed while it is published stays typed, over what was published", () => {
    const sent = form({ [TEXT]: "Mine" });
    // somebody else's text came along
    const now = published(4, { [TITLE]: "Theirs", [TEXT]: "Mine" });
    expect(changes(afterSave(kind, sent, sent.draft, now))).toEqual([]);
    const more = afterSave(kind, form({ [TEXT]: "Mine", [UNTIL]: "More" }), sent.draft, now);
    expect(more).toMatchObject({
      base: { version: 4 },
      draft: { en: { [TITLE]: "Theirs", [TEXT]: "Mine", [UNTIL]: "More" } },
    });
    expect(changes(more)).toEqual([[UNTIL, "More"]]);
  });

  test("whoever keeps or takes a text that both changed loses none that the other didn’t touch", () => {
    const theirs = published(3, { [TITLE]: "Theirs", [UNTIL]: "Theirs too" });
    const now = mergeTheirs(kind, form({ [TITLE]: "Mine", [TEXT]: "Mine too" }), theirs);
    expect(now.met?.both).toEqual([{ language: "en", id: TITLE }]);
    expect(keepMine(now).draft.en).toEqual({ [TITLE]: "Mine", [TEXT]: "Mine too", [UNTIL]: "Theirs too" });
    const result = takeTheirs(kind, now);
    expect(result.base.version).toBe(3);
    expect(result.draft.en).toEqual({ [TITLE]: "Theirs", [TEXT]: "Mine too", [UNTIL]: "Theirs too" });
    expect(changes(result)).toEqual([[TEXT, "Mine too"]]);
  });
});
