import { expect, test } from "vitest";
import { readTable } from "#src/modules/office/importing/read-table.server.ts";
import { MOST_CELL, MOST_ROWS } from "#src/modules/office/importing/rules/fields.ts";

const read = (text: string) => readTable(new TextEncoder().encode(text));

// budgets of work: how much of a file is looked at, whatever it is made of
test("of a cell no more is read than any field takes", async () => {
  const result = await read(`Name,Email\n"${",'".repeat(50_000)}=",b`);
  expect(result).toMatchObject({ ok: true });
  if (result.ok) expect(result.table.rows[0]!.cells[0]!.length).toBeLessThanOrEqual(MOST_CELL);
});

test("lines without a text count as well, at twenty times as many", async () => {
  expect(await read(`Name${"\n".repeat(20 * MOST_ROWS + 10)}Ana`)).toMatchObject({
    ok: false,
    reason: "file_too_long",
  });
  expect(await read(`Name${"\n".repeat(1000)}Ana`)).toMatchObject({ ok: true });
});

test("a line's cells beyond the most columns are not kept", async () => {
  const result = await read(`Name\nAna${",x".repeat(5000)}`);
  if (result.ok) expect(result.table.rows[0]!.cells.length).toBeLessThanOrEqual(201);
  expect(await read(`Name${",x".repeat(201)}\nAna`)).toMatchObject({ ok: false, reason: "file_too_wide" });
});
