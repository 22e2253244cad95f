import type { NightlyJob } from "#src/kernel/job-order.ts";
import { noteBegun, noteDone } from "#src/modules/office/operations/store.server.ts";
import type { Services } from "#src/platform/context.server.ts";

type Nightly<Run> = Record<NightlyJob, Run>;

/**
 * The nightly jobs, each of which notes how it ended, for `/admin/health` and "Needs you". It counts as failed from when it begins
 * until it has ended well: one that dies with its process could note nothing anymore.
 */
export const watchNightly = <Run extends (...args: never[]) => unknown>(
  { db, clock }: Pick<Services, "db" | "clock">,
  jobs: Nightly<Run>,
): Nightly<Run> => {
  const watched = Object.entries(jobs).map(([name, run]) => [
    name,
    async (...args: Parameters<Run>) => {
      await noteBegun(db, name, clock());
      await run(...args);
      await noteDone(db, name, clock());
    },
  ]);
  return Object.fromEntries(watched) as Nightly<Run>;
};
