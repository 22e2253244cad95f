import { type Locale, localizedPath } from "#src/kernel/localized.ts";
import type { addOnField } from "#src/modules/sales/booking/rules/add-on-field.ts";
import type { DeskAnswer } from "#src/modules/partners/desk/schema.ts";
import { Outbox } from "#src/ui/outbox/outbox.ts";

/** Longer than any answer takes; a line that is cut may never say so. */
const PATIENCE_MS = 15_000;

/** What the form of a sale holds, all as text. */
export type SaleFields = Record<
  "key" | "departure_id" | "people" | "name" | "email" | "phone" | "language" | "way" | "expected",
  string
> &
  // only with a code, or with add-ons: what a device of an earlier release kept has none of them
  Partial<Record<"credit_code" | "credit_pays" | ReturnType<typeof addOnField>, string>>;

async function answerTo(path: string, init: RequestInit = {}): Promise<DeskAnswer> {
  const answer = await fetch(path, { ...init, signal: AbortSignal.timeout(PATIENCE_MS) });
  // the server answers desks with status 200 only: any other response isn't from our code
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
  return (await answer.json()) as DeskAnswer;
}

/** Sends an act. Rejects where it isn't known whether it was done. */
export const sendAct = (locale: Locale, fields: Record<string, string>): Promise<DeskAnswer> =>
  answerTo(localizedPath("/desk/act", locale), { method: "POST", body: new URLSearchParams(fields) });

/** The desk as it is now, with one of its sales, or what is sold beside the places of a night. */
export const readDesk = (locale: Locale, of: { sale: string } | { night: string } | null): Promise<DeskAnswer> =>
  answerTo(localizedPath(of ? `/desk/now?${new URLSearchParams(of)}` : "/desk/now", locale));

/** A sale as the device keeps it until its answer is there: by its key, since several tabs of a desk sell side by side. */
export type KeptSale = { id: string; fields: SaleFields };

/**
 * The sales of this device whose answers aren't there yet. One is kept before it is sent, so that it is asked for again by the same
 * key after whatever happens to the page. It outlives whoever signs in on the device: a desk is nobody's staff.
 */
export const salesOfDesk = () => new Outbox<KeptSale>("outbox-desk");
