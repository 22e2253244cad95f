import { z } from "zod";

const SAMPLERS = [
  "always_on",
  "always_off",
  "traceidratio",
  "parentbased_always_on",
  "parentbased_always_off",
  "parentbased_traceidratio",
] as const;

/** What is traced, and how much of it waits for the collector: the part of `OTEL_*` that the SDK leaves to the application. */
export type TraceSettings = {
  sampler: (typeof SAMPLERS)[number];
  /** The part of all traces that the samplers by ratio take, from 0 to 1. */
  ratio: number;
  batch: {
    maxQueueSize: number;
    maxExportBatchSize: number;
    scheduledDelayMillis: number;
    exportTimeoutMillis: number;
  };
};

const address = z
  .url({ protocol: /^https?$/, error: "must be an address like http://collector.example:4318" })
  .optional();
const protocol = z.literal("http/protobuf", "must be http/protobuf, the only one that is spoken").optional();
const between = (min: number, max: number) => {
  const error = `must be a number from ${min} to ${max}`;
  return z.coerce.number(error).min(min, error).max(max, error);
};

const Environment = z.object({
  OTEL_TRACES_EXPORTER: z.literal("otlp", "must be otlp or none").optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: address,
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: address,
  OTEL_EXPORTER_OTLP_PROTOCOL: protocol,
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: protocol,
  OTEL_TRACES_SAMPLER: z.enum(SAMPLERS, `must be one of ${SAMPLERS.join(", ")}`).default("parentbased_always_on"),
  OTEL_TRACES_SAMPLER_ARG: between(0, 1).default(1),
  // bounded, so that a collector that is away can't fill the memory
  OTEL_BSP_MAX_QUEUE_SIZE: between(1, 20_000).default(2048),
  OTEL_BSP_MAX_EXPORT_BATCH_SIZE: between(1, 20_000).default(512),
  OTEL_BSP_SCHEDULE_DELAY: between(1, 600_000).default(5000),
  OTEL_BSP_EXPORT_TIMEOUT: between(1, 600_000).default(30_000),
});

type Wrong = { name: string; message: string };

/**
 * Reads the `OTEL_*` variables that decide whether and how much is traced; the SDK reads the others by itself (address, headers,
 * certificates, compression, name and attributes of the service). Null unless an address for traces is given and nothing
 * switches them off.
 */
export function readTraces(environment: Record<string, string | undefined>): {
  traces: TraceSettings | null;
  wrong?: Wrong;
} {
  const endpoint = environment["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"] ?? environment["OTEL_EXPORTER_OTLP_ENDPOINT"];
  const isOff =
    environment["OTEL_SDK_DISABLED"]?.toLowerCase() === "true" || environment["OTEL_TRACES_EXPORTER"] === "none";
  if (endpoint === undefined || isOff) return { traces: null };
  const { data, error } = Environment.safeParse(environment);
  if (!data) {
    const issue = error.issues[0];
    return { traces: null, wrong: { name: String(issue?.path[0]), message: issue?.message ?? "" } };
  }
  const batch = {
    maxQueueSize: data.OTEL_BSP_MAX_QUEUE_SIZE,
    maxExportBatchSize: data.OTEL_BSP_MAX_EXPORT_BATCH_SIZE,
    scheduledDelayMillis: data.OTEL_BSP_SCHEDULE_DELAY,
    exportTimeoutMillis: data.OTEL_BSP_EXPORT_TIMEOUT,
  };
  return { traces: { sampler: data.OTEL_TRACES_SAMPLER, ratio: data.OTEL_TRACES_SAMPLER_ARG, batch } };
}
