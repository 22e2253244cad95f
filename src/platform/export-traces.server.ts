import { AsyncLocalStorage } from "node:async_hooks";
import { isMainThread } from "node:worker_threads";
import { type Context, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import { ExportResultCode, parseTraceParent } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-proto";
import {
  defaultResource,
  detectResources,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
  serviceNameEnvDetector,
} from "@opentelemetry/resources";
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import { log } from "#src/platform/log.server.ts";
import type { TraceSettings } from "#src/platform/trace-settings.server.ts";
import { type About, type Attributes, NO_TRACE, type OpenTrace, type Traces } from "#src/platform/traces.server.ts";

// Loaded only where traces are wanted: main.ts imports this file when its settings say so.

const KINDS = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
} as const;

/** How long a stop waits for a collector that doesn't answer. */
const FLUSH_MS = 2000;

/** What runs now: the span that new ones hang under, and whether its trace has ended, after which nothing is added to it. */
type Current = { context: Context; root: { ended: boolean } };

/**
 * Exports traces by OTLP, as the `OTEL_*` variables say. Registers nothing with OpenTelemetry's own globals: packages that look
 * there (Better Auth does) would add spans of their own, with attributes and error messages that nobody here has chosen.
 */
export function exportTraces({ sampler, ratio, batch }: TraceSettings): Traces {
  const provider = new TracerProvider({
    sampler: samplerOf(sampler, ratio),
    resource: defaultResource()
      .merge(resourceFromAttributes({ "service.name": "ronda", "ronda.thread": isMainThread ? "main" : "jobs" }))
      .merge(detectResources({ detectors: [resourceAttributesEnvDetector, serviceNameEnvDetector] })),
    spanProcessors: [new BatchSpanProcessor({ exporter: reportOutages(new OTLPTraceExporter()), ...batch })],
  });
  const tracer = provider.getTracer("ronda");
  let stopped: Promise<void> | undefined;
  const current = new AsyncLocalStorage<Current | undefined>();

  const start = ({ name, kind = "internal", attributes = {} }: About, context: Context): Span =>
    tracer.startSpan(name, { kind: KINDS[kind], attributes }, context);
  const running = (): Current | undefined => {
    const now = current.getStore();
    return now?.root.ended === false ? now : undefined;
  };
  async function runIn<T>(span: Span, inside: Current, run: () => T | Promise<T>): Promise<T> {
    try {
      return await current.run(inside, run);
    } catch (error) {
      fail(span, error);
      throw error;
    } finally {
      span.end();
    }
  }

  return {
    trace: (about, run) => {
      const span = start(about, remote(about.traceparent));
      // no spans below one that isn't exported
      if (!span.isRecording()) return current.run(undefined, () => run(NO_TRACE));
      const root = { ended: false };
      const inside = { context: trace.setSpan(ROOT_CONTEXT, span), root };
      return runIn(span, inside, () => run(openTrace(span))).finally(() => (root.ended = true));
    },
    span: (about, run) => {
      const now = running();
      if (!now) return run();
      const span = start(about, now.context);
      return runIn(span, { context: trace.setSpan(now.context, span), root: now.root }, run);
    },
    open: (describe) => {
      const now = running();
      if (!now) return undefined;
      const span = start(describe(), now.context);
      return (error) => {
        if (error) fail(span, error);
        span.end();
      };
    },
    bind: (callback) => {
      const now = current.getStore(); // also where there is none: the caller's would be somebody else's
      return (...args) => current.run(now, () => callback(...args));
    },
    stop: () =>
      (stopped ??= Promise.race([
        provider.shutdown().catch(() => {}),
        new Promise<void>((done) => setTimeout(done, FLUSH_MS).unref()),
      ])),
  };
}

const openTrace = (span: Span): OpenTrace => ({
  id: span.spanContext().traceId,
  tell: (describe) => {
    const { name, attributes, failed } = describe();
    if (name !== undefined) span.updateName(name);
    if (attributes) span.setAttributes(attributes);
    if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
  },
});

/** Never its message: those of databases and mail servers repeat what somebody sent. */
function fail(span: Span, error: unknown): void {
  span.setStatus({ code: SpanStatusCode.ERROR });
  span.setAttributes({ "error.type": typeOf(error) } satisfies Attributes);
}

function typeOf(error: unknown): string {
  if (!(error instanceof Error)) return "error";
  const { code } = error as NodeJS.ErrnoException;
  return typeof code === "string" && /^[A-Z0-9_]{2,40}$/.test(code) ? code : error.constructor.name;
}

/** The context that a `traceparent` names. Its `tracestate` and baggage are left out: nothing here reads them. */
function remote(traceparent: string | null | undefined): Context {
  const named = traceparent ? parseTraceParent(traceparent) : null;
  return named ? trace.setSpanContext(ROOT_CONTEXT, { ...named, isRemote: true }) : ROOT_CONTEXT;
}

function samplerOf(name: TraceSettings["sampler"], ratio: number): Sampler {
  if (name.startsWith("parentbased_"))
    return new ParentBasedSampler({ root: samplerOf(name.slice("parentbased_".length) as "always_on", ratio) });
  if (name === "always_off") return new AlwaysOffSampler();
  return name === "traceidratio" ? new TraceIdRatioBasedSampler(ratio) : new AlwaysOnSampler();
}

/** Logs when the collector stops taking traces, and when it takes them again: one line each, however long it is away. */
function reportOutages(exporter: SpanExporter): SpanExporter {
  let isAway = false;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const { code, message } = (result.error ?? {}) as NodeJS.ErrnoException;
        const failed = result.code !== ExportResultCode.SUCCESS;
        if (failed && !isAway) log("warn", "traces.away", { error: message || String(code) });
        if (!failed && isAway) log("info", "traces.back");
        isAway = failed;
        done(result);
      }),
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
    shutdown: () => exporter.shutdown(),
  };
}
