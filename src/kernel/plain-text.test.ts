import { expect, test } from "vitest";
import { toOneLine, toPlainText } from "#src/kernel/plain-text.ts";
import { toAsciiDigits } from "#src/kernel/digits.ts";

test.each([
  ["what is typed", "Sofía Núñez 🍻", "Sofía Núñez 🍻"],
  ["spaces around it", "  Ana \u00A0", "Ana"],
  ["two lines", "Ana\nMaría", "Ana María"],
  ["lines of other systems", "Ana \r\n María\u2028Luz\u000BEva", "Ana María Luz Eva"],
  ["a tab", "a\tb", "a b"],
  ["a bell", "a\u0007b", "ab"],
  ["nothing that a database holds", "a\u0000b", "ab"],
  ["half a character", "Ana \uD83C", "Ana"],
  ["marks of direction from a contact", "\u202A+52 55 1234 5678\u202C", "+52 55 1234 5678"],
  ["isolated", "\u2068Ana\u2069 \u200ELuz\u200F\u061C", "Ana Luz"],
  ["a name that is turned around", "\u202Eorravan", "orravan"],
  ["a soft hyphen", "Schwarz\u00ADenegger", "Schwarzenegger"],
  ["no-break spaces and hyphens", "Ana\u00A0Luz\u202FEva\u3000Mei Jean\u2011Luc", "Ana Luz Eva Mei Jean-Luc"],
  ["widths of nothing", "\uFEFFAna\u200B\u2060Luz", "AnaLuz"],
  ["fillers that look like no name", "\u3164\u115F\u1160\uFFA0\u034F", ""],
  ["accents in two parts", "Nun\u0303ez", "Nu\u00F1ez"],
  ["a family", "👨‍👩‍👧", "👨‍👩‍👧"],
  ["a skin's colour", "👩🏽‍🚀 🏳️‍🌈 ❤️‍🔥", "👩🏽‍🚀 🏳️‍🌈 ❤️‍🔥"],
  ["a flag of tags", "🏴󠁧󠁢󠁥󠁮󠁧󠁿 !", "🏴󠁧󠁢󠁥󠁮󠁧󠁿 !"],
  ["tags without a flag", "a\u{E0067}\u{E0062}\u{E007F}", "a"],
  ["Persian", "می\u200Cخواهم", "می\u200Cخواهم"],
  ["a Persian joint at the end", "سارا\u200C", "سارا"],
  ["Sinhala", "ශ්\u200Dරී", "ශ්\u200Dරී"],
  ["a chillu of Malayalam", "അവന്\u200D", "അവന്\u200D"],
  ["joints between Latin letters", "An\u200Da Lu\u200Cz", "Ana Luz"],
  ["a joint twice", "👨\u200D\u200D👩", "👨\u200D👩"],
  ["a name's way of writing", "葛\u{E0100}城", "葛\u{E0100}城"],
  ["a form of nothing", "\uFE0FAna", "Ana"],
])("%s in one line", (_, typed, expected) => {
  expect(toOneLine(typed)).toBe(expected);
  expect(toOneLine(expected)).toBe(expected);
});

test.each([
  ["line breaks of any system", " a\r\nb\rc\u2028d\u2029e\u0085f\u000Bg ", "a\nb\nc\nd\ne\nf\ng"],
  ["an empty line", "a\n\nb", "a\n\nb"],
  ["what shows nothing", "a\u00ADb\n\u202Ec\u0000", "ab\nc"],
  ["a family at a line's end", "👨‍👩‍👧\nx", "👨‍👩‍👧\nx"],
])("%s in several lines", (_, typed, expected) => expect(toPlainText(typed)).toBe(expected));

test.each([
  ["٠٧٠-١٢٣", "070-123"],
  ["۰۹۸", "098"],
  ["१२३", "123"],
  ["５５", "55"],
  ["𝟗𝟘𝟶", "900"],
  ["RND-2", "RND-2"],
])("the digits of %s are %s", (typed, digits) => expect(toAsciiDigits(typed)).toBe(digits));

test("no letter has more marks than any language writes on one", () => {
  const tower = `a${"\u0301\u0316".repeat(5_000)}b`;
  expect(toOneLine(tower).length).toBeLessThanOrEqual(32);
  expect(toOneLine(tower)).toBe(toPlainText(tower));
  const psalm = "שְׁמַ֖ע יִשְׂרָאֵ֑ל";
  expect(toOneLine(psalm)).toBe(psalm.normalize("NFC"));
});
