/** What a span says: words of our own code, numbers, and ids of our own making. Never what somebody sent. */
export type Attributes = Record<string, string | number | boolean>;

export type About = { name: string; kind?: "server" | "client" | "consumer" | "internal"; attributes?: Attributes };

/** A trace that is being made. */
export type OpenTrace = {
  /** Its id, if it is exported. */
  id: string | undefined;
  /** Adds attributes that are known only at the end; `describe` isn't called for a trace that isn't exported. */
  tell: (describe: () => Partial<About> & { failed?: boolean }) => void;
};

/** Ends a span, as failed when there is an error. Only the error's code or class name is exported. */
export type EndSpan = (error?: unknown) => void;

/** Where spans are reported (docs/decisions/072). */
export type Traces = {
  /** Runs `run` in a trace of its own; with a `traceparent` from a trusted proxy, in the trace that it names. */
  trace: <T>(
    about: About & { traceparent?: string | null },
    run: (trace: OpenTrace) => T | Promise<T>,
  ) => T | Promise<T>;
  /** Runs `run` in a span of the trace that runs; without one, just runs it. */
  span: <T>(about: About, run: () => Promise<T>) => Promise<T>;
  /** Opens a span of the trace that runs, for what ends in a callback; undefined where none runs. */
  open: (describe: () => About) => EndSpan | undefined;
  /** Has a callback run in the trace in which it was made, whoever calls it. */
  bind: <Args extends unknown[]>(callback: (...args: Args) => void) => (...args: Args) => void;
  /** Sends what is left, for two seconds at most. */
  stop: () => Promise<void>;
};

/** A trace that goes nowhere. */
export const NO_TRACE: OpenTrace = { id: undefined, tell: () => {} };

/** Without a collector: nothing is measured, and no code of OpenTelemetry is loaded. */
export const NO_TRACES: Traces = {
  trace: (_, run) => run(NO_TRACE),
  span: (_, run) => run(),
  open: () => undefined,
  bind: (callback) => callback,
  stop: async () => {},
};
