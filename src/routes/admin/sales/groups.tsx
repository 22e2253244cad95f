import { z } from "zod";
import type { QuoteChoices } from "#src/modules/changes/groups/admin/quote-form.tsx";
import GroupsPage from "#src/modules/changes/groups/admin/groups-page.tsx";
import { closeRequest } from "#src/modules/changes/groups/close-request.server.ts";
import {
  CHANGE_FIELDS,
  OfferChange,
  QUOTE_FIELDS,
  SendQuote,
  TAKE_FIELDS,
  TakeDeposit,
} from "#src/modules/changes/groups/schema.ts";
import { offerChange } from "#src/modules/changes/groups/offer-change.server.ts";
import { refundDeposit } from "#src/modules/changes/groups/refund-deposit.server.ts";
import { takeDeposit } from "#src/modules/changes/groups/take-deposit.server.ts";
import { sendQuote } from "#src/modules/changes/groups/send-quote.server.ts";
import { listRequests, openRequest } from "#src/modules/changes/groups/queries.server.ts";
import { REQUEST_LIST } from "#src/modules/changes/groups/rules/request-list.ts";
import { adminAct } from "#src/routes/admin/shared/admin-act.server.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import { keepFormValues } from "#src/routes/admin/shared.ts";
import { act } from "#src/routes/shared/act.server.ts";
import type { Route } from "./+types/groups";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = await staffContext(context);
  const filter = REQUEST_LIST.read(new URL(request.url).searchParams);
  const list = await listRequests(ctx, filter);
  if (!list.ok) throw refused(list);
  const opened = filter.open === null ? null : await openRequest(ctx, filter.open);
  if (!opened?.ok) return { list, filter, open: null, choices: NO_CHOICES };
  const { request: open, choices: crawls, currencies } = opened;
  return { list, filter, open, choices: { crawls, currencies, key: crypto.randomUUID() } };
}

const NO_CHOICES: QuoteChoices = { crawls: [], currencies: [], key: "" };

const byId = z.object({ id: z.uuid() });

/** The field that a refusal is about, and what is said there. */
const FIELD_OF = {
  total_too_small: { id: "total", message: "groups-admin.error.total" },
  crawl_not_found: { id: "crawl_id", message: "groups-admin.error.crawl" },
  deposit_wrong: { id: "deposit", message: "groups-admin.error.depositWrong" },
  places_too_few: { id: "places", message: "groups-admin.error.places" },
  already_scheduled: { id: "date", message: "groups-admin.error.taken" },
} as const;

const CHANGE_FIELD_OF = {
  total_too_small: { id: "total", message: "groups-admin.error.depositWrong" },
  places_too_few: { id: "people", message: "groups-admin.error.changePlaces" },
  wrong_days: { id: "valid_until", message: "groups-admin.error.valid_until" },
} as const;

export const action = (args: Route.ActionArgs) =>
  adminAct(args, {
    refusals: {
      failed: "groups-admin.flash.gone",
      already_accepted: "groups-admin.flash.accepted",
      disputed: "groups-admin.flash.disputed",
      already_paid: "booking-admin.refused.already_paid",
      payment_under_way: "groups-admin.flash.underWay",
      provider_unavailable: "booking-admin.refused.provider_unavailable",
      not_payable: "groups-admin.flash.notPayable",
      price_changed: "booking-admin.refused.price_changed",
      idempotency_conflict: "booking-admin.refused.idempotency_conflict",
      busy: "errors.busy",
    },
    acts: {
      quote: act({
        input: SendQuote,
        fields: QUOTE_FIELDS,
        run: sendQuote,
        done: "groups-admin.flash.quoted",
        refusal: (why) =>
          why.reason === "wrong_days"
            ? { fieldErrors: why.fields.map((id) => ({ id, message: `groups-admin.error.${id}` as const })) }
            : why.reason === "deposit_incomplete"
              ? { fieldErrors: [{ id: why.field, message: `groups-admin.error.${why.field}` as const }] }
              : why.reason in FIELD_OF
                ? { fieldErrors: [FIELD_OF[why.reason as keyof typeof FIELD_OF]] }
                : undefined,
      }),
      change: act({
        input: OfferChange,
        fields: CHANGE_FIELDS,
        run: offerChange,
        done: "groups-admin.flash.quoted",
        refusal: ({ reason }) =>
          reason in CHANGE_FIELD_OF
            ? { fieldErrors: [CHANGE_FIELD_OF[reason as keyof typeof CHANGE_FIELD_OF]] }
            : undefined,
      }),
      take: act({
        input: TakeDeposit,
        fields: TAKE_FIELDS,
        run: takeDeposit,
        done: "groups-admin.flash.taken",
      }),
      refund: act({
        input: byId,
        run: refundDeposit,
        done: "groups-admin.flash.refunded",
      }),
      close: act({
        input: byId,
        run: (ctx, { id }) => closeRequest(ctx, { id, closed: true }),
        done: (_, { id }) => ({ flash: "groups-admin.flash.closed", undo: { intent: "reopen", id } }),
      }),
      reopen: act({
        input: byId,
        run: (ctx, { id }) => closeRequest(ctx, { id, closed: false }),
        done: (_, { id }) => ({ flash: "groups-admin.flash.reopened", undo: { intent: "close", id } }),
      }),
    },
  });

export const clientAction = (args: Route.ClientActionArgs) => keepFormValues(args, "groups-admin.flash.failed");

export default GroupsPage;
