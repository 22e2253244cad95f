import { useCallback } from "react";
import { useFetcher, useRevalidator } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import type { BookingAnswer } from "#src/modules/office/booking-admin/rules/admin-answer.ts";
import type { AdminQuote } from "#src/modules/office/booking-admin/rules/admin-money.ts";
import { useFlash } from "#src/ui/admin/use-flash.ts";
import { useAnswer } from "#src/ui/use-answer.ts";
import { useFieldErrors } from "#src/ui/use-field-errors.ts";

/**
 * Posts an action on a booking and reports the result: success as a toast, refusals and field errors for the form. `onDone` is
 * called on success, `onStale` when the shown data is outdated, in which case the page revalidates.
 */
export function useAct(bookingId: string, { onDone, onStale }: { onDone?: () => void; onStale?: () => void } = {}) {
  const { t, locale } = useText("booking-admin", "errors");
  const fetcher = useFetcher<BookingAnswer>();
  const { data } = fetcher;
  const { revalidate } = useRevalidator();
  useFlash(data);
  // the answer closes or refreshes the surrounding dialog
  useAnswer(data, (answer) => {
    if (answer.done) onDone?.();
    if (!answer.stale) return;
    void revalidate();
    onStale?.();
  });
  const { errors, errorOf } = useFieldErrors(data?.fieldErrors);
  const action = localizedPath(`/admin/bookings/${bookingId}`, locale);
  return {
    busy: fetcher.state !== "idle",
    refused: data?.formError ? t(data.formError, data.values) : null,
    errors,
    errorOf,
    /** Lists are posted as repeated fields. */
    post: (fields: Record<string, string | number | readonly (string | number)[]>) => {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields))
        for (const one of typeof value === "object" ? value : [value]) form.append(name, String(one));
      void fetcher.submit(form, { method: "post", action });
    },
  };
}

/** Loads the quote of an action; `ask` with another query reloads it. */
export function useQuote(bookingId: string) {
  const { t, locale } = useText("booking-admin", "errors");
  const { data, load, state } = useFetcher<AdminQuote>();
  const quote = state === "idle" ? data : undefined;
  const page = localizedPath(`/admin/bookings/${bookingId}/quote`, locale);
  const ask = useCallback((search: string) => void load(`${page}?${search}`), [load, page]);
  return {
    quote: quote?.ok ? quote : null,
    refused: quote && !quote.ok ? t(quote.formError, quote.values) : null,
    asking: state !== "idle",
    ask,
  };
}
