import type { Task, TaskList } from "graphile-worker";
import { inTrace } from "#src/platform/request-id.server.ts";
import type { Traces } from "#src/platform/traces.server.ts";

/** Has each run of each job be a trace of its own, with its try. What it is about stays untold: payloads name people. */
export const traceJobs = (traces: Traces, tasks: TaskList): TaskList =>
  Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [name, task && traced(traces, name, task as Task<never>)]),
  );

const traced =
  (traces: Traces, name: string, task: Task<never>): Task<never> =>
  (payload, tools) => {
    const attributes = { "ronda.job": name, "ronda.job.try": tools.job.attempts };
    return traces.trace({ name: `job ${name}`, kind: "consumer", attributes }, async ({ id }) =>
      inTrace(id, () => task(payload, tools)),
    );
  };
