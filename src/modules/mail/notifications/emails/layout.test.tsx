import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Facts } from "#src/modules/mail/notifications/emails/layout.tsx";

const NIGHT = ["Night", "Saturday, December 19"] as const;
const PEOPLE = ["People", "14"] as const;
const TOTAL = ["Total", "MX$11,200"] as const;
const CODE = ["Code", "GC-7K2M-4PXD-9QHT-2B3C-8WZY"] as const;
const LINK = ["Link", "https://ronda.example/table/ZHP9P4CZPCM4VMVP"] as const;

test.each([
  [
    [NIGHT, PEOPLE, TOTAL],
    [["Night", "People"], ["Total"]],
  ],
  [
    [CODE, TOTAL, NIGHT],
    [["Code"], ["Total", "Night"]],
  ],
  [
    [TOTAL, CODE, NIGHT],
    [["Total"], ["Code"], ["Night"]],
  ],
  [[LINK], [["Link"]]],
])("%j stand two in a row, and what can't be broken has a row of its own", (facts, expected) => {
  const html = renderToStaticMarkup(<Facts facts={facts} />);
  const rows = html.split("<tr>").slice(1);
  const labels = facts.map(([label]) => label);
  expect(rows.map((row) => labels.filter((label) => row.includes(`>${label}<`)))).toEqual(
    expected.map((row) => labels.filter((label) => row.includes(label))),
  );
  for (const row of rows) expect(row).toContain("word-break:break-word");
});
