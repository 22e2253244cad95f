import { expect, test } from "vitest";
import { freshDatabase } from "#tests/database.ts";
import { columnsOf, PERSONAL_COLUMNS, WAYS } from "#tests/personal-columns.ts";

// A new column that can hold words has to say what it holds of people: without that nobody erases it.

const database = freshDatabase();

test("every column of words, JSON or bytes says what becomes of what it holds of people, and none is named that isn't there", async () => {
  const { rows } = await database.services.pool.query<{ place: string }>(`
    select c.relname || '.' || a.attname as place from pg_class c join pg_attribute a on a.attrelid = c.oid
      join pg_type t on t.oid = a.atttypid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and a.attnum > 0
      and not a.attisdropped and t.typname in ('text', '_text', 'varchar', 'bpchar', 'json', 'jsonb', 'bytea', 'citext')`);
  const message = Object.keys(PERSONAL_COLUMNS).flatMap((table) =>
    WAYS.flatMap((way) => columnsOf(table, way).map((column) => `${table}.${column}`)),
  );
  expect(message.toSorted()).toEqual(rows.map(({ place }) => place).toSorted());
});
