import type { MessageId } from "#src/locales/i18n.ts";
import type { FormAnswer, Reply } from "#src/ui/form/answer.ts";

type Assigned = { nights: number; busy: number; agreed: boolean };

/** What is said after a guide was put on nights. */
export function assignedAnswer({ nights, busy, agreed }: Assigned): Reply {
  if (nights === 0) return { flash: "guides-admin.nothingNew" };
  const flash: MessageId = agreed ? "guides-admin.agreedTo" : "guides-admin.askedFor";
  return busy > 0
    ? {
        flash: agreed ? "guides-admin.agreedToSome" : "guides-admin.askedForSome",
        values: { count: nights, busy },
      }
    : { flash, values: { count: nights } };
}

export const GUIDE_REFUSALS: Readonly<Record<string, MessageId>> & { failed: MessageId } = {
  not_a_guide: "guides-admin.refused.not_a_guide",
  departure_cancelled: "guides-admin.refused.departure_cancelled",
  departure_over: "guides-admin.refused.departure_over",
  departure_begun: "guides-admin.refused.departure_begun",
  departure_not_found: "guides-admin.refused.departure_not_found",
  other_part: "guides-admin.refused.other_part",
  guide_busy: "guides-admin.refused.guide_busy",
  shift_not_found: "guides-admin.refused.shift_not_found",
  shift_withdrawn: "guides-admin.refused.shift_withdrawn",
  shift_paid: "guides-admin.refused.shift_paid",
  already_accepted: "guides-admin.refused.already_accepted",
  already_declined: "guides-admin.refused.already_declined",
  request_not_found: "guides-admin.refused.shift_not_found",
  nights_changed: "guides-admin.refused.nights_changed",
  too_late: "guides.refused.too_late",
  withdrawn: "guides.refused.withdrawn",
  taken: "guides.refused.taken",
  changed: "guides.refused.changed",
  failed: "guides-admin.failed",
};

/** What is said of a refusal. */
export const refusalOf = (reason: string): MessageId => GUIDE_REFUSALS[reason] ?? GUIDE_REFUSALS.failed;

/** Under it a page's address names the refusal of a form on guides that was posted without scripts. */
export const REFUSED_IN_URL = "guides";

/** The text of an answer that is a refusal, for such an address; null where it was done. */
export const namedRefusal = ({ bad, flash, formError, fieldErrors }: FormAnswer): MessageId | null =>
  fieldErrors?.[0]?.message ?? formError ?? (bad ? (flash ?? null) : null);

/** The refusal that an address names: only texts of ours, in words that need no values. */
export function refusalNamed(name: string | null): MessageId | null {
  const messages = [...Object.values(GUIDE_REFUSALS), "guides-admin.error.who", "guides-admin.error.note"] as const;
  const found = messages.find((one) => one === name) ?? null;
  return found === "guides-admin.refused.guide_busy" ? "guides-admin.refused.busyThen" : found;
}
