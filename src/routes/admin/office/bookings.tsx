import { z } from "zod";
import { deleteView } from "#src/modules/office/booking-admin/delete-view.server.ts";
import { emailBookings } from "#src/modules/office/booking-admin/email-bookings.server.ts";
import {
  countBookings,
  previewBulkEmail,
  listBookings,
  listChoices,
  listViews,
  previewTag,
  todayAtHome,
} from "#src/modules/office/booking-admin/queries.server.ts";
import { bookingPanel } from "#src/modules/office/booking-admin/read-panel.server.ts";
import { renameView } from "#src/modules/office/booking-admin/rename-view.server.ts";
import { askedIn } from "#src/modules/office/booking-admin/rules/bulk-acts.ts";
import { bookingQueryIn } from "#src/modules/office/booking-admin/rules/booking-list.ts";
import { bookingRow } from "#src/modules/office/booking-admin/rules/booking-row.ts";
import { saveView } from "#src/modules/office/booking-admin/save-view.server.ts";
import {
  BulkEmail,
  LETTER_FIELDS,
  type ListExtra,
  type ListRefusal,
  Tagging,
  ViewName,
} from "#src/modules/office/booking-admin/schema.ts";
import { testLetter } from "#src/modules/office/booking-admin/test-letter.server.ts";
import { tagBookings } from "#src/modules/office/booking-admin/tag-bookings.server.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { adminAct } from "#src/routes/admin/shared/admin-act.server.ts";
import { act, withHidden } from "#src/routes/shared/act.server.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import Bookings from "#src/modules/office/booking-admin/admin/bookings-page.tsx";
import type { Route } from "./+types/bookings";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = await staffContext(context);
  const { searchParams } = new URL(request.url);
  const query = bookingQueryIn(searchParams);
  const open = searchParams.get("open");
  const [list, views, choices, opened] = await Promise.all([
    listBookings(ctx, query),
    listViews(ctx),
    listChoices(ctx),
    open === null ? null : bookingPanel(ctx, open),
  ]);
  if (!list.ok) throw refused(list);
  if (!views.ok) throw refused(views);
  if (!choices.ok) throw refused(choices);
  // not awaited: the list is shown before its bookings are counted
  const extent = countBookings(ctx, query);
  return {
    query,
    list: { ...list.list, bookings: list.list.bookings.map((booking) => bookingRow(booking, query.cols)) },
    near: list.near,
    extent,
    views: views.views,
    choices: choices.choices,
    panel: opened?.ok ? opened.panel : null,
    today: todayAtHome(ctx.now),
    now: ctx.now.toISOString(),
    mayChange: can(ctx.actor, "bookings.change"),
  };
}

const chosen = z.record(z.string(), z.string()).transform((form, check) => {
  const which = askedIn(new URLSearchParams(form));
  if (which) return { which };
  check.addIssue("names no bookings");
  return z.NEVER;
});

/** Whom an email goes to: who is booked onto a night, or those chosen in the list. */
const addressed = z.union([z.object({ night: z.uuid() }).transform((which) => ({ which })), chosen]);

/** What was typed about bookings, and which they are. */
function about<Typed extends object, Hidden extends object>(typed: z.ZodType<Typed>, hidden: z.ZodType<Hidden>) {
  return (form: FormData) => {
    const fields = Object.fromEntries(form);
    return withHidden(typed.safeParse(fields), hidden.safeParse(fields));
  };
}

/** Every refusal stands in its dialog. */
const refusal = ({ reason, max }: { reason: ListRefusal; max?: number }) => ({
  formError: `booking-admin-list.refused.${reason}` as const,
  ...(max !== undefined && { values: { max } }),
});
const nameRefusal = (result: { reason: ListRefusal; max?: number }) =>
  result.reason === "name_taken" ? undefined : refusal(result);

const readLetter = about(BulkEmail, addressed);
// an invalid key of a test is ignored
const readTest = about(BulkEmail.extend({ trial: z.uuid().catch(() => crypto.randomUUID()) }), addressed);
const readSending = about(BulkEmail.extend({ foreseen: z.coerce.number() }), addressed);
const readTagging = about(Tagging, chosen);

export const action = (args: Route.ActionArgs) =>
  adminAct<ListExtra>(args, {
    refusals: {
      name_taken: { id: "name", message: "booking-admin-list.refused.name_taken" },
      failed: "booking-admin-list.refused.view_not_found",
    },
    acts: {
      "save-view": act({
        input: ViewName.extend({ query: z.string().default("") }),
        fields: ["name"],
        run: saveView,
        done: (_, { name }) => ({ flash: "booking-admin-list.view.saved", values: { name } }),
        refusal: nameRefusal,
      }),
      "rename-view": act({
        input: ViewName.extend({ id: z.string() }),
        fields: ["name"],
        run: renameView,
        done: (_, { name }) => ({ flash: "booking-admin-list.view.renamed", values: { name } }),
        refusal: nameRefusal,
      }),
      "delete-view": act({
        input: z.object({ id: z.string() }),
        run: deleteView,
        done: ({ name, query }) => ({
          flash: "booking-admin-list.view.deleted",
          values: { name },
          undo: { intent: "save-view", name, query },
        }),
        refusal: (result) => refusal(result),
      }),
      foresee: act({
        input: readLetter,
        fields: LETTER_FIELDS,
        run: (ctx, { which }) => previewBulkEmail(ctx, which),
        done: ({ recipients }) => ({ done: false, recipients }),
        refusal: (result) => refusal(result),
      }),
      try: act({
        input: readTest,
        fields: LETTER_FIELDS,
        run: (ctx, { which, trial, ...bulkEmail }) => testLetter(ctx, { chosen: which, bulkEmail, key: trial }),
        done: () => ({ done: false, flash: "booking-admin-list.email.tried" }),
        refusal: (result) => refusal(result),
      }),
      send: act({
        input: readSending,
        fields: LETTER_FIELDS,
        run: (ctx, { which, foreseen, ...bulkEmail }) => emailBookings(ctx, { chosen: which, bulkEmail, foreseen }),
        done: ({ sent }) => ({ flash: "booking-admin-list.email.sent", values: { count: sent } }),
        refusal: (result) => ({
          ...refusal(result),
          ...("recipients" in result && { recipients: result.recipients }),
        }),
      }),
      "preview-tag": act({
        input: readTagging,
        fields: ["name"],
        run: (ctx, { which, name }) => previewTag(ctx, which, name),
        done: ({ tagged }) => ({ done: false, tagged }),
        refusal: (result) => refusal(result),
      }),
      tag: act({
        input: readTagging,
        fields: ["name"],
        run: (ctx, { which, ...tagging }) => tagBookings(ctx, which, tagging),
        done: ({ tag, changed }, { way }) => ({
          flash: `booking-admin-list.tag.done_${way}` as const,
          values: { tag, count: changed.length },
          undo:
            changed.length > 0
              ? { intent: "tag", name: tag, way: way === "add" ? "remove" : "add", ids: changed.join(",") }
              : null,
        }),
        refusal: (result) => refusal(result),
      }),
    },
  });

export default Bookings;
