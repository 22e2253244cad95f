import type { Tools, Words } from "#src/cli/open-tools.ts";
import { migrate, readMigrationPlan } from "#src/platform/migrate.server.ts";
import type { BreaksBefore } from "#src/platform/migration-plan.ts";

/** Runs the pending migrations; with `--plan` only prints them, and the effect of each on releases that still run. */
export async function migrateDatabase(tools: Tools, { plan: only }: Words): Promise<number> {
  if (!only) {
    await migrate(await tools.url());
    return 0;
  }
  const { pending, newer, refusal, breaksBefore } = await readMigrationPlan(await tools.db());
  for (const name of pending) process.stdout.write(`pending  ${name}  ${kindOf(breaksBefore(name))}\n`);
  for (const name of newer) process.stdout.write(`newer    ${name}\n`);
  console.error(refusal ?? (pending.length === 0 ? "nothing to do" : `${pending.length} pending`));
  return refusal === null ? 0 : 1;
}

function kindOf(breaksBefore: BreaksBefore): string {
  if (breaksBefore === null) return "only adds: older releases run on";
  if (breaksBefore === undefined) return "says nothing: stop older releases first";
  return `breaks releases without ${breaksBefore}: stop them first`;
}
