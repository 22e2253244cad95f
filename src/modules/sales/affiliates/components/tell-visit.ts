/** What this page has already reported: the same is reported once. */
const sentIds = new Set<string>();

/** Reports a visit, a scan or a choice to the server. Nothing waits for it, and failures aren't shown. */
export function tellVisit(
  name: "track-affiliate-visit" | "track-qr-scan" | "track-affiliate-choice",
  content: object,
): void {
  const body = JSON.stringify(content);
  if (sentIds.has(name + body)) return;
  sentIds.add(name + body);
  const headers = { "content-type": "application/json" };
  fetch(`/api/functions/${name}`, { method: "POST", headers, body, keepalive: true })
    .then((answer) => console.debug(`[${name}] ${answer.status}`))
    .catch((error: unknown) => console.debug(`[${name}] ${String(error)}`));
}
