import { EventEmitter } from "node:events";
import { type ParsedCronItem, run, type TaskList } from "graphile-worker";
import type pg from "pg";
import { isAtOnce } from "#src/kernel/job-order.ts";
import { type DatabasePool, openDb } from "#src/platform/db.server.ts";
import { dropLease, freeAbandonedJobs, holdLease, pullBackSchedules, workerLogger } from "#src/platform/jobs.server.ts";
import { log } from "#src/platform/log.server.ts";
import { watchDatabase } from "#src/platform/watch-database.server.ts";

/** Jobs may sit out a short silence: nobody waits for them, and a statement that is cut must be done again. */
const SILENCE_MS = 10_000;
/** A statement that waits this long makes the watcher test whether commits end. */
const SUSPECT_MS = 2000;
/** How often to look for the jobs of dead workers, and to retry failed updates of a lease. */
const LOOK_MS = 10_000;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5000;
/** A runner that has run this long counts as recovered. */
const HEALTHY_MS = 30_000;
/** Further than this from the minute that a schedule waits for, the clock was set or the process stood still. */
const CLOCK_JUMP_MS = 2 * 60_000;

type Jobs = {
  pool: DatabasePool;
  urls: string | readonly string[];
  taskList: TaskList;
  cronItems: ParsedCronItem[];
  lookMs?: number;
};

/** How many jobs run at a time: any, and beside them only those that somebody waits for, which a long round can't keep out. */
const SLOTS = { any: 3, atOnce: 2 };

/** What one runner runs: its tasks, so many at a time, and what it puts into the queue by the clock. */
type Lane = { taskList: TaskList; cronItems: ParsedCronItem[]; slots: number };

/**
 * Runs jobs until `stop`. The queue's runner ends when it can't record how a job ended, so each is followed by another, with
 * growing pauses; jobs that still run are allowed to finish. `started` settles when there is one for each lane.
 */
export function runJobs({ pool, urls, taskList, cronItems, lookMs = LOOK_MS }: Jobs): {
  started: Promise<void>;
  stop: () => Promise<void>;
} {
  const awaited = Object.fromEntries(Object.entries(taskList).filter(([name]) => isAtOnce(name)));
  const lanes: Lane[] = [
    { taskList, cronItems, slots: SLOTS.any },
    ...(Object.keys(awaited).length > 0 ? [{ taskList: awaited, cronItems: [], slots: SLOTS.atOnce }] : []),
  ];
  const stopping = new AbortController();
  const leases = new Map<string, { holder: pg.Client | null; isOver: boolean }>();
  const ends = new Map<Lane, () => Promise<void>>();

  // on the watch's connection: PostgreSQL itself knows whether this process lives
  async function keepLease(client: pg.Client | undefined, id: string): Promise<void> {
    const lease = leases.get(id);
    // without a connection it is done with the next; where commits don't end, it would hang on the connection that must answer
    if (!client || !lease || pool.isStalled) return;
    if (lease.isOver) {
      await dropLease(client, id);
      return void leases.delete(id);
    }
    // at once: a connection that has just come is told of it by two, and its lock counts how often it is taken
    if (lease.holder === client) return;
    lease.holder = client;
    await holdLease(client, id).catch((error: Error) => {
      if (lease.holder === client) lease.holder = null;
      throw error;
    });
  }
  let turn = Promise.resolve();
  /** One after the other: they have one connection. */
  const tryLease = (id: string): Promise<void> =>
    (turn = turn
      .then(() => keepLease(watch.client(), id))
      .catch((error: Error) => log("warn", "jobs.lease", { error: error.message })));
  const watch = watchDatabase(urls, {
    silenceMs: SILENCE_MS,
    onAway: () => pool.cutOff(),
    onBack: async (client, url) => {
      pool.letBack(url);
      for (const id of leases.keys()) await keepLease(client, id);
    },
    commits: {
      isSuspect: () => pool.waitsFor(SUSPECT_MS),
      onStall: () => pool.stall(SILENCE_MS),
      onFlow: () => pool.flow(),
    },
  });

  async function runOnce(lane: Lane, begun: () => void): Promise<void> {
    const events = new EventEmitter();
    const failed = Promise.withResolvers<never>();
    failed.promise.catch(() => {}); // may come before it is awaited
    // a job whose end isn't recorded, or that was given out without our hearing of it, stays with a runner until that ends
    for (const event of ["pool:fatalError", "worker:getJob:error"])
      events.once(event, ({ error }: { error: Error }) => failed.reject(error));
    // it would catch up on every minute that a clock skipped, or wait until a clock that was set back has caught up
    for (const event of ["cron:overdueTimer", "cron:prematureTimer"])
      events.on(event, ({ currentTimestamp: at, expectedTimestamp: expectedAt }: Record<string, number>) => {
        const jump = Math.round((at! - expectedAt!) / 1000);
        if (Math.abs(jump) * 1000 > CLOCK_JUMP_MS) failed.reject(new Error(`the clock jumped by ${jump} s`));
      });
    const busy = countBusy(events);
    let id = "";
    events.once("pool:create", ({ workerPool }: { workerPool: { id: string } }) => {
      ({ id } = workerPool);
      leases.set(id, { holder: null, isOver: false });
      void tryLease(id);
    });
    const runner = await run({
      pgPool: pool,
      taskList: lane.taskList,
      parsedCronItems: lane.cronItems,
      noHandleSignals: true,
      logger: workerLogger,
      concurrency: lane.slots,
      events,
      // recorded in batches, because a failure to record is only handled there: otherwise it is an unhandled rejection
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    });
    runner.promise.catch(() => {}); // comes after the fatal error, and again
    const end = async () => {
      // after a failure its own end may never come
      await Promise.race([runner.stop().catch(() => {}), untilIdle(busy)]);
      leases.set(id, { holder: null, isOver: true });
      await tryLease(id);
    };
    ends.set(lane, end);
    begun();
    await Promise.race([runner.promise, failed.promise]).finally(() => stopping.signal.aborted || void end());
  }

  async function keepRunning(lane: Lane, begun: () => void): Promise<void> {
    for (let pause = FIRST_PAUSE_MS; !stopping.signal.aborted; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      const began = performance.now();
      const why = await runOnce(lane, begun).then(
        () => "it stopped",
        (error: Error) => error.message,
      );
      if (stopping.signal.aborted) return;
      if (performance.now() - began > HEALTHY_MS) pause = FIRST_PAUSE_MS;
      log("error", "jobs.again", { why, pause });
      await new Promise((done) => setTimeout(done, pause));
      // it would end at once: it can't take a job without a commit
      while (pool.isStalled && !stopping.signal.aborted) await new Promise((done) => setTimeout(done, FIRST_PAUSE_MS));
    }
  }

  const db = openDb(pool);
  // also what another worker has marked whose clock was ahead
  const pullBack = () =>
    pullBackSchedules(db, new Date()).catch((error: Error) => log("warn", "jobs.cron", { error: error.message }));
  const free = () => freeAbandonedJobs(db).catch((error: Error) => log("warn", "jobs.free", { error: error.message }));
  const looking = setInterval(() => {
    if (pool.isAway || pool.isStalled) return;
    void free();
    void pullBack();
    for (const id of leases.keys()) void tryLease(id);
  }, lookMs);
  const started = Promise.all(lanes.map((lane) => new Promise<void>((begun) => void keepRunning(lane, begun)))).then(
    () => {},
  );
  void started.then(free);
  return {
    started,
    stop: async () => {
      stopping.abort();
      clearInterval(looking);
      await Promise.all([...ends.values()].map((end) => end()));
      await watch.stop();
    },
  };
}

/** How long a runner's last records may take once its last job has ended. */
const RECORDS_MS = 3000;

/** How many of a runner's workers have a job or are being given one. */
function countBusy(events: EventEmitter): () => number {
  let busy = 0;
  events.on("worker:getJob:start", () => busy++);
  for (const ended of ["worker:getJob:empty", "worker:getJob:error", "job:complete", "worker:fatalError"])
    events.on(ended, () => busy--);
  return () => busy;
}

async function untilIdle(busy: () => number): Promise<void> {
  while (busy() > 0) await new Promise((done) => setTimeout(done, 100));
  await new Promise((done) => setTimeout(done, RECORDS_MS));
}
