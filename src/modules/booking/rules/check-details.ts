import { bookingOf, type Details, type DetailsError, fieldErrorsOf } from "#src/modules/booking/rules/details-form.ts";
import { CreateBooking } from "#src/modules/booking/schema.ts";

/** What the server would refuse of the details as they are typed, whatever the price. The checkout loads this when its form is touched. */
export function errorsIn(details: Details, of: { departureId: string; language: "en" | "es" }): DetailsError[] {
  const result = CreateBooking.safeParse(bookingOf(details, { ...of, shown: null, referral: null }));
  return result.success ? [] : fieldErrorsOf(result.error.issues);
}
