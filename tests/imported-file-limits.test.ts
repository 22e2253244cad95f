import { expect, test } from "vitest";
import { readTable } from "#src/modules/office/importing/read-table.server.ts";
import { MOST_CELL, MOST_COLUMNS, MOST_ROWS } from "#src/modules/office/importing/rules/fields.ts";

const read = (text: string) => readTable(new TextEncoder().encode(text));
type Answer = Awaited<ReturnType<typeof read>>;

function granted(result: Answer): Extract<Answer, { ok: true }> {
  if (!result.ok) throw new Error(result.reason);
  return result;
}

// budgets of work: how much of a file is looked at, whatever it is made of
test("of a cell no more is read than any field takes", async () => {
  const { table } = granted(await read(`Name,Email\n"${",'".repeat(50_000)}=",b`));
  expect(table.rows[0]!.cells.map(({ length }) => length)).toEqual([MOST_CELL, 1]);
});

test("lines without a text count as well, at twenty times as many", async () => {
  expect(await read(`Name${"\n".repeat(20 * MOST_ROWS + 10)}Ana`)).toMatchObject({
    ok: false,
    reason: "file_too_long",
  });
  expect(await read(`Name${"\n".repeat(1000)}Ana`)).toMatchObject({ ok: true });
});

test("a line's cells beyond the most columns are not kept", async () => {
  const { table } = granted(await read(`Name\nAna${",x".repeat(5000)}`));
  expect(table.rows[0]!.cells).toEqual(["Ana", ...Array.from({ length: MOST_COLUMNS }, () => "x")]);
});

test("heads may be as many as the most columns, and no more", async () => {
  const { table } = granted(await read(`Name${",x".repeat(MOST_COLUMNS - 1)}\nAna`));
  expect(table.heads).toHaveLength(MOST_COLUMNS);
  const wider = await read(`Name${",x".repeat(MOST_COLUMNS)}\nAna`);
  expect(wider).toMatchObject({ ok: false, reason: "file_too_wide" });
});
