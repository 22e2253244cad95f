import fc from "fast-check";
import { expect, test } from "vitest";
import { csvLine, defused, restored } from "#src/kernel/csv.ts";
import type { Cell } from "#src/kernel/sheet.ts";

test.each([
  [["a", "b"], "a,b\r\n"],
  [["a", null, ""], "a,,\r\n"],
  [["1,234", 'say "hi"', "two\nlines"], '"1,234","say ""hi""","two\nlines"\r\n'],
  [["=1+1", "+52", "-1", "@x", "\tx", "a-b"], "'=1+1,'+52,'-1,'@x,'\tx,a-b\r\n"],
  [["a;=cmd", "a; +1", 'a;"=b', "a;b", "a|@x"], `"a;'=cmd","a;' +1","a;'""=b","a;b",a|'@x\r\n`],
  [
    ["+52 55 1234 5678", "+525512345678", "+1-415-555-0100"],
    "(+52) 55 1234 5678,(+52) 5512345678,(+1) 415-555-0100\r\n",
  ],
  [["+502 2345 6789", "+44 (20) 7946 0958", "55 1234 5678"], "(+502) 2345 6789,(+44) (20) 7946 0958,55 1234 5678\r\n"],
  [
    ["+52 55 1234 5678+1", "+1+cmd|' /C calc'!A0", "+52*5512345678"],
    "'+52 55 1234 5678+1,'+1+cmd|' /C calc'!A0,'+52*5512345678\r\n",
  ],
  [["+52 55 1234\n=1"], "\"'+52 55 1234\n'=1\"\r\n"],
  [["two\n- lines"], '"two\n\'- lines"\r\n'],
  [["\rx"], '"\'\rx"\r\n'],
  // the wide signs of Chinese and Japanese keyboards
  [["＝1+1", "＋1", "－1", "＠x"], "'＝1+1,'＋1,'－1,'＠x\r\n"],
])("%j is written as %j", (cells, line) => {
  expect(csvLine(cells)).toBe(line);
});

test.each([
  [[{ money: -366_350 }, { money: 5 }, -2, 4.5], "-3663.50,0.05,-2,4.5\r\n", "-3663,50;0,05;-2;4,5\r\n"],
  [[{ date: "2026-11-20" }, null], "2026-11-20,\r\n", "2026-11-20;\r\n"],
  [[{ moment: "2026-11-20T20:00:05" }, "1,2"], '2026-11-20 20:00:05,"1,2"\r\n', '2026-11-20 20:00:05;"1,2"\r\n'],
] as [Cell[], string, string][])(
  "the values %j are numbers and dates to the reader's spreadsheet",
  (cells, point, comma) => {
    expect(csvLine(cells)).toBe(point);
    expect(csvLine(cells, "comma")).toBe(comma);
  },
);

/** The cells that a CSV reader finds in a line. */
const read = (line: string): string[] =>
  [...`,${line.slice(0, -2)}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^",]*))/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? "",
  );

test("whatever stands in a cell is read as itself, and never as a formula", () => {
  const text = fc.oneof(
    fc.string(),
    fc.string().map((tail) => `=${tail}`),
    fc.constantFrom("-", "@", "\r", "\n", '"', ","),
  );
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 5 }), (cells) => {
      const found = read(csvLine(cells));
      expect(found).toHaveLength(cells.length);
      for (const [i, one] of found.entries()) {
        expect(one).not.toMatch(/^[=+\-@\t\r]/);
        expect(one.replaceAll("'", "")).toBe(cells[i]!.replaceAll("'", ""));
      }
    }),
  );
});

test.each([
  ["point", ";"],
  ["point", "\t"],
  ["point", "|"],
  ["comma", ","],
  ["comma", "\t"],
  ["comma", "|"],
] as const)(
  "written with the %s and opened with %j as the separator nothing begins a formula either",
  (format, separator) => {
    const text = fc.string({ unit: fc.constantFrom("=", "-", "a", " ", '"', ",", "\n", separator) });
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 4 }), (cells) => {
        for (const part of csvLine(cells, format).split(new RegExp(`[${separator}\\r\\n]`)))
          expect(part).not.toMatch(/^["\s]*[=+\-@]/);
      }),
    );
  },
);

test("a formula is text in the file, and itself again when it is read", () => {
  const text = fc.string({ unit: fc.constantFrom("=", "-", "@", "a", " ", '"', ",", ";", "|", "\n", "\t") });
  fc.assert(
    fc.property(text, (one) => {
      expect(restored(defused(one))).toBe(one);
    }),
  );
  const link = '=HYPERLINK("https://evil.example";"x")';
  expect(defused(link)).toBe(`'${link}`);
  expect(restored("l'Étoile, d'=Or\n'- 'a' -")).toBe("l'Étoile, d'=Or\n- 'a' -");
});
