import { type RawBuilder, sql, type SqlBool } from "kysely";

/** Which ids of a column: all and those that are null, null alone, some, or those between two (null: without an end). */
export type Scope =
  | { kind: "all" }
  | { kind: "none" }
  | { kind: "ids"; ids: readonly string[] }
  | { kind: "range"; from: string | null; before: string | null };

/** Whether a column's id is in a scope. Ids are literals: a plan for any of them would read everything. */
export function within(scope: Scope, column: string): RawBuilder<SqlBool> {
  const id = sql.ref(column);
  switch (scope.kind) {
    case "all":
      return sql<SqlBool>`true`;
    case "none":
      return sql<SqlBool>`${id} is null`;
    case "ids":
      return sql<SqlBool>`${id} = any(${sql.lit(`{${scope.ids.join(",")}}`)}::uuid[])`;
    case "range": {
      const from = scope.from ? sql<SqlBool>`${id} >= ${sql.lit(scope.from)}::uuid` : sql<SqlBool>`${id} is not null`;
      return scope.before ? sql<SqlBool>`${from} and ${id} < ${sql.lit(scope.before)}::uuid` : from;
    }
  }
}
