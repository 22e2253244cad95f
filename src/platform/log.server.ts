/** One line of JSON on standard output (errors on standard error). Never pass personal data or tokens. */
export function log(level: "info" | "warn" | "error", event: string, details: Record<string, unknown> = {}): void {
  const line = JSON.stringify({ at: new Date().toISOString(), level, event, ...details });
  if (level === "info") console.log(line);
  else console.error(line);
}
