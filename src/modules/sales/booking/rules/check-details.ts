import type { Locale } from "#src/kernel/localized.ts";
import {
  bookingOf,
  type Details,
  type DetailsError,
  fieldErrorsOf,
} from "#src/modules/sales/booking/rules/details-form.ts";
import { CreateBooking } from "#src/modules/sales/booking/schema.ts";

/** What the server's schema finds wrong with the details, in page order. In a file of its own, because the schema loads late. */
export function wrongDetails(details: Details, departureId: string, language: Locale): DetailsError[] {
  const result = CreateBooking.safeParse(bookingOf(details, { departureId, language, shown: null, referral: null }));
  return result.success ? [] : fieldErrorsOf(result.error.issues);
}
