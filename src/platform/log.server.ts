import { currentRequestId, currentTraceId } from "#src/platform/request-id.server.ts";

type Level = "info" | "warn" | "error";
type Line = { at: string; level: Level; event: string; [detail: string]: unknown };

/**
 * One line on standard output (errors and warnings on standard error), with the ids of the request and the trace it belongs to.
 * Never pass personal data or tokens. JSON, or readable on a terminal; the setting LOG_FORMAT says otherwise.
 */
export function log(level: Level, event: string, details: Record<string, unknown> = {}): void {
  const requestId = currentRequestId();
  const traceId = currentTraceId();
  // `trace_id` is the name under which log readers look for it
  const ids = { ...(requestId ? { requestId } : {}), ...(traceId ? { trace_id: traceId } : {}) };
  const line = { at: new Date().toISOString(), level, event, ...ids, ...details };
  const text = isReadable() ? readable(line) : JSON.stringify(line);
  if (level === "info") console.log(text);
  else console.error(text);
}

/** Whether lines are for people's eyes. Not from the validated settings: lines may be written before those are read. */
export const isReadable = (): boolean => {
  const { LOG_FORMAT: format } = process.env;
  return format === "text" || (format !== "json" && process.stdout.isTTY);
};

/** `12:00:00 warn mail.failed tries=3`: a line for people's eyes. Control characters can't forge another line. */
export function readable({ at, level, event, ...details }: Line): string {
  const { error, ...rest } = details;
  const words = Object.entries(rest).map(
    ([name, value]) =>
      `${name}=${typeof value === "string" && /^[\w:./*-]+$/.test(value) ? value : JSON.stringify(value)}`,
  );
  const stack = typeof error === "string" ? [`\n  ${error.replaceAll("\n", "\n  ")}`] : [];
  return [at.slice(11, 19), level, event, ...words].join(" ") + stack.join("");
}
