import { expect, test } from "vitest";
import { readTraces } from "#src/platform/trace-settings.server.ts";

const OTEL_EXPORTER_OTLP_ENDPOINT = "http://127.0.0.1:4318";
const ENDPOINT = { OTEL_EXPORTER_OTLP_ENDPOINT };

test.each([
  {},
  { OTEL_SERVICE_NAME: "ronda", OTEL_TRACES_EXPORTER: "otlp" },
  { ...ENDPOINT, OTEL_SDK_DISABLED: "TRUE" },
  { ...ENDPOINT, OTEL_TRACES_EXPORTER: "none" },
  { ...ENDPOINT, OTEL_SDK_DISABLED: "true", OTEL_TRACES_SAMPLER: "some" },
])("%o traces nothing", (environment) => expect(readTraces(environment)).toEqual({ traces: null }));

test.each([
  ENDPOINT,
  { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "https://collector.example/v1/traces" },
  { ...ENDPOINT, OTEL_SDK_DISABLED: "false", OTEL_TRACES_EXPORTER: "otlp" },
])("%o traces everything", (environment) =>
  expect(readTraces(environment).traces).toMatchObject({ sampler: "parentbased_always_on", ratio: 1 }),
);

test("the sampler and the queue are the standard's variables", () => {
  const { traces } = readTraces({
    ...ENDPOINT,
    OTEL_TRACES_SAMPLER: "parentbased_traceidratio",
    OTEL_TRACES_SAMPLER_ARG: "0.01",
    OTEL_BSP_SCHEDULE_DELAY: "200",
  });
  expect(traces).toMatchObject({ sampler: "parentbased_traceidratio", ratio: 0.01 });
  expect(traces?.batch).toMatchObject({ scheduledDelayMillis: 200, maxQueueSize: 2048, maxExportBatchSize: 512 });
});

test.each([
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: "collector:4317" }, "OTEL_EXPORTER_OTLP_ENDPOINT"],
  [{ ...ENDPOINT, OTEL_EXPORTER_OTLP_PROTOCOL: "grpc" }, "OTEL_EXPORTER_OTLP_PROTOCOL"],
  [{ ...ENDPOINT, OTEL_TRACES_EXPORTER: "zipkin" }, "OTEL_TRACES_EXPORTER"],
  [{ ...ENDPOINT, OTEL_TRACES_SAMPLER: "some" }, "OTEL_TRACES_SAMPLER"],
  [{ ...ENDPOINT, OTEL_TRACES_SAMPLER_ARG: "2" }, "OTEL_TRACES_SAMPLER_ARG"],
  [{ ...ENDPOINT, OTEL_BSP_MAX_QUEUE_SIZE: "9999999" }, "OTEL_BSP_MAX_QUEUE_SIZE"],
])("%o is wrong", (environment, name) => expect(readTraces(environment).wrong?.name).toBe(name));
