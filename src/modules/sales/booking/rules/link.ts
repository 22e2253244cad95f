/** What decides how long a booking's link opens it. */
export type Linked = { id: string; link_version: number; link_renewed_at: Date | null; ends_at: Date };

/** When a booking's link ends: `days` after its night, or after the link was renewed if that was later. */
export function linkEnd({ ends_at, link_renewed_at }: Linked, days: number): Date {
  const from = Math.max(ends_at.getTime(), link_renewed_at?.getTime() ?? 0);
  return new Date(from + days * 86_400_000);
}
