import type pg from "pg";

// The embedded PostgreSQL has no pg_dump, so the catalogue is queried directly. Only the public schema, without what an extension
// added to it, and without the months of a table in months (docs/decisions/130), which depend on the day.

type Column = {
  table: string;
  column: string;
  type: string;
  nullable: boolean;
  fallback: string | null;
  identity: boolean;
  /** Generated from other columns of its row. */
  computed: boolean;
};

const COLUMNS = `
  select c.relname as "table", a.attname as "column", format_type(a.atttypid, a.atttypmod) as type, not a.attnotnull as nullable,
    pg_get_expr(d.adbin, d.adrelid) as fallback, a.attidentity <> '' as identity,
    a.attgenerated <> '' as computed
  from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
  where c.relkind in ('r', 'p') and not c.relispartition and c.relname not like 'kysely%' order by c.relname, a.attnum`;
const PARTITIONED = `
  select relid::regclass::text as "table", pg_get_partkeydef(relid) as by
  from (select partrelid as relid from pg_partitioned_table) p`;
const CONSTRAINTS = `
  select c.relname as "table", k.conname as name, pg_get_constraintdef(k.oid) as definition
  from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
  where k.contype <> 'n' and not c.relispartition and c.relname not like 'kysely%' order by c.relname, k.contype = 'p' desc, k.conname`;
const INDEXES = `
  select i.tablename as "table", i.indexdef as definition from pg_indexes i
  where i.schemaname = 'public' and i.tablename not like 'kysely%'
    and not (select c.relispartition from pg_class c where c.oid = format('%I.%I', i.schemaname, i.tablename)::regclass)
    and not exists (select from pg_constraint k where k.conname = i.indexname and k.contype in ('p', 'u', 'x'))
  order by i.tablename, i.indexname`;
const FUNCTIONS = `
  select pg_get_functiondef(p.oid) as definition from pg_proc p join pg_namespace n on n.oid = p.pronamespace
  where n.nspname = 'public' and not exists (select from pg_depend e where e.objid = p.oid and e.deptype = 'e')
  order by p.proname`;
const TRIGGERS = `
  select pg_get_triggerdef(t.oid) as definition from pg_trigger t join pg_class c on c.oid = t.tgrelid
  join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public' where not t.tgisinternal and not c.relispartition order by c.relname, t.tgname`;

const VIEWS = `
  select c.relname as name, pg_get_viewdef(c.oid) as definition from pg_class c
  join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public' where c.relkind = 'v' order by c.relname`;
const COLUMN_OF = `select format_type(atttypid, atttypmod) as type, not attnotnull as nullable
  from pg_attribute where attrelid = $1 and attnum = $2`;

type View = { name: string; definition: string; columns: { column: string; type: string; nullable: boolean }[] };

/**
 * The views with their columns. A view itself doesn't know which of them are never null: they are as in the table or view that they come
 * from, as views join only what is there. What comes from another view, or is computed, may be null.
 */
async function viewsOf(client: pg.ClientBase): Promise<View[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(VIEWS);
  const views: View[] = [];
  for (const { name, definition } of rows) {
    const columns: View["columns"] = [];
    const { fields } = await client.query(definition.replace(/;$/, " limit 0"));
    const { rows: ids } = await client.query<{ id: number }>("select $1::regclass::oid::int as id", [name]);
    for (const [index, { name: column, tableID, columnID }] of fields.entries()) {
      // what is computed comes from no table
      const from = tableID === 0 ? [ids[0]!.id, index + 1] : [tableID, columnID];
      const [of] = (await client.query<{ type: string; nullable: boolean }>(COLUMN_OF, from)).rows;
      if (!of) throw new Error(`${name}.${column} comes from nowhere`);
      columns.push({ column, ...of });
    }
    views.push({ name, definition, columns });
  }
  return views;
}

function originOf({ identity, computed, fallback }: Column): string {
  if (identity) return " generated always as identity";
  if (computed) return ` generated always as (${fallback}) stored`;
  return fallback ? ` default ${fallback}` : "";
}

async function columnsByTable(client: pg.ClientBase): Promise<Map<string, Column[]>> {
  const { rows } = await client.query<Column>(COLUMNS);
  return Map.groupBy(rows, (row) => row.table);
}

/** The schema as SQL text, deterministic: checked in as `db/schema.sql`. */
export async function dumpSchema(client: pg.ClientBase): Promise<string> {
  type Named = { table: string; name: string; definition: string };
  const tables = await columnsByTable(client);
  const constraints = (await client.query<Named>(CONSTRAINTS)).rows;
  const indexes = (await client.query<Named>(INDEXES)).rows;
  const partitioned = (await client.query<{ table: string; by: string }>(PARTITIONED)).rows;
  const blocks = [...tables].map(([table, columns]) => {
    const lines = [
      ...columns.map((c) => `  ${c.column} ${c.type}${c.nullable ? "" : " not null"}${originOf(c)}`),
      ...constraints.filter((k) => k.table === table).map((k) => `  constraint ${k.name} ${k.definition}`),
    ];
    const own = indexes.filter((i) => i.table === table).map((i) => `${i.definition};`);
    const parts = partitioned.find((one) => one.table === table);
    const end = parts ? `) partition by ${parts.by};` : ");";
    return [`create table "${table}" (`, lines.join(",\n"), end, ...own].join("\n");
  });
  const functions = (await client.query<{ definition: string }>(FUNCTIONS)).rows.map((f) => `${f.definition.trim()};`);
  const triggers = (await client.query<{ definition: string }>(TRIGGERS)).rows.map((t) => `${t.definition};`);
  const views = (await viewsOf(client)).map(({ name, definition }) => `create view "${name}" as\n${definition}`);
  return [
    "-- Made by `npm run db dump` from the migrations. Do not edit.",
    ...blocks,
    ...functions,
    ...triggers,
    ...views,
    "",
  ].join("\n\n");
}

const TYPES: Record<string, string> = {
  integer: "number",
  bigint: "number",
  numeric: "number",
  boolean: "boolean",
  "timestamp with time zone": "Date",
  jsonb: "Json",
  "text[]": "string[]",
  "integer[]": "number[]",
  bytea: "Buffer",
};

const typeOf = ({ type, nullable }: { type: string; nullable: boolean }): { base: string; type: string } => {
  const base = TYPES[type.replace(/\(.*\)/, "")] ?? "string";
  return { base, type: nullable ? `${base} | null` : base };
};

/** The same schema as TypeScript types for kysely: checked in as `db/tables.ts`. */
export async function describeTables(client: pg.ClientBase): Promise<string> {
  const blocks = [...(await columnsByTable(client))].map(([table, columns]) => {
    const lines = columns.map((c) => {
      const { base, type } = typeOf(c);
      return `    ${c.column}: ${base === "Json" ? (c.fallback || c.nullable ? "OptionalJson" : "Json") : c.identity || c.computed ? `GeneratedAlways<${type}>` : c.fallback ? `Generated<${type}>` : type};`;
    });
    return `  ${table}: {\n${lines.join("\n")}\n  };`;
  });
  const views = (await viewsOf(client)).map(({ name, columns }) => {
    const lines = columns.map((c) => `    ${c.column}: ReadOnly<${typeOf(c).type}>;`);
    return `  ${name}: {\n${lines.join("\n")}\n  };`;
  });
  return [
    "// Made by `npm run db types` from the migrations. Do not edit.",
    'import type { ColumnType, Generated, GeneratedAlways } from "kysely";',
    "",
    "/** Read as what was stored; written as JSON text. */",
    "type Json = ColumnType<unknown, string, string>;",
    "type OptionalJson = ColumnType<unknown, string | undefined, string>;",
    "",
    "/** Of a view. */",
    "type ReadOnly<T> = ColumnType<T, never, never>;",
    "",
    `export type Views = {\n${views.join("\n")}\n};`,
    "",
    `export type Tables = Views & {\n${blocks.join("\n")}\n};`,
    "",
  ].join("\n");
}
