import { data, redirect } from "react-router";
import type { z } from "zod";
import { localizedPath } from "#src/kernel/localized.ts";
import { fail } from "#src/kernel/result.ts";
import { confirmationWordOfSeveral, isConfirmed } from "#src/modules/changes/cancellation/rules/cancel-preview.ts";
import { askedIn, type BulkAct } from "#src/modules/office/booking-admin/rules/bulk-acts.ts";
import { StartBulkAct } from "#src/modules/office/booking-admin/schema.ts";
import { startBulkAct } from "#src/modules/office/booking-admin/start-bulk-act.server.ts";
import type { RequestContext } from "#src/platform/context.server.ts";
import { adminAct, type ActionArgs } from "#src/routes/admin/shared/admin-act.server.ts";
import { act } from "#src/routes/shared/act.server.ts";

type Started = z.infer<typeof StartBulkAct>;

/** The bookings in a page's address. Throws 404 where it names none. */
export function chosenIn(request: Request) {
  const chosen = askedIn(new URL(request.url).searchParams);
  if (!chosen) throw data(null, { status: 404 });
  return chosen;
}

/**
 * The action of a page that does something to several bookings as it has shown: cancels them once the word was typed, or moves them.
 * `wishIn` reads the act from the page's address.
 */
export const actOnSeveral = (args: ActionArgs, wishIn: (ctx: RequestContext) => BulkAct) =>
  adminAct(args, {
    refusals: {
      word_wrong: { id: "word", message: "payments-cancel.error.word" },
      failed: "booking-admin-bulk.stale.title",
    },
    acts: {
      save: act({
        input: StartBulkAct,
        run: async (ctx, { key, fingerprint, count, word }: Started) => {
          const wish = wishIn(ctx);
          if (wish.act === "cancel" && !isConfirmed(word, confirmationWordOfSeveral(count, ctx.locale)))
            return fail("word_wrong");
          return startBulkAct(ctx, { key, chosen: chosenIn(args.request), act: wish, fingerprint });
        },
        done: ({ id }, _, ctx) => {
          throw redirect(localizedPath(`/admin/bookings/bulk/${id}`, ctx.locale));
        },
        // the page says that what it showed is no longer true, and shows what is
        refusal: ({ reason }) =>
          reason === "word_wrong" ? undefined : { formError: "booking-admin-bulk.stale.title" },
      }),
    },
  });
