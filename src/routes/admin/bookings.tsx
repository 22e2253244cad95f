import { data } from "react-router";
import { isUuid } from "#src/kernel/codes.ts";
import type { MessageId } from "#src/locales/i18n.ts";
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
import { readQuery } from "#src/modules/office/booking-admin/rules/filters.ts";
import { saveView } from "#src/modules/office/booking-admin/save-view.server.ts";
import {
  fieldErrorsOf,
  BulkEmail,
  type ListAnswer,
  Tagging,
  ViewName,
} from "#src/modules/office/booking-admin/schema.ts";
import { testLetter } from "#src/modules/office/booking-admin/test-letter.server.ts";
import { tagBookings } from "#src/modules/office/booking-admin/tag-bookings.server.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import type { RequestContext } from "#src/platform/context.server.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import Bookings from "#src/modules/office/booking-admin/admin/bookings-page.tsx";
import type { Route } from "./+types/bookings";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = await staffContext(context);
  const { searchParams } = new URL(request.url);
  const query = readQuery(searchParams);
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
    list: list.list,
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

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = await staffContext(context);
  const form = Object.fromEntries(await request.formData()) as Record<string, string>;
  const answer = await answerTo(ctx, form);
  return data(answer, { status: "fieldErrors" in answer ? 422 : "refused" in answer ? 409 : 200 });
}

type Form = Record<string, string>;

async function answerTo(ctx: RequestContext, form: Form): Promise<ListAnswer> {
  const intent = form["intent"] ?? "";
  if (intent === "save-view" || intent === "rename-view") return named(ctx, intent, form);
  if (intent === "delete-view") return removed(ctx, form);
  if (intent === "foresee" || intent === "send" || intent === "try") return lettered(ctx, intent, form);
  if (intent === "preview-tag" || intent === "tag") return tagged(ctx, intent, form);
  throw data(null, { status: 400 });
}

async function named(ctx: RequestContext, intent: "save-view" | "rename-view", form: Form): Promise<ListAnswer> {
  const read = ViewName.safeParse(form);
  if (!read.success) return { fieldErrors: fieldErrorsOf(read.error) };
  const { name } = read.data;
  const { id = "", query = "" } = form;
  const result = await (intent === "save-view" ? saveView(ctx, { name, query }) : renameView(ctx, { id, name }));
  if (result.ok)
    return {
      flash: intent === "save-view" ? "booking-admin-list.view.saved" : "booking-admin-list.view.renamed",
      values: { name },
    };
  return result.reason === "name_taken"
    ? { fieldErrors: { name: "booking-admin-list.refused.name_taken" } }
    : refusalOf(result);
}

async function removed(ctx: RequestContext, { id = "" }: Form): Promise<ListAnswer> {
  const result = await deleteView(ctx, { id });
  if (!result.ok) return refusalOf(result);
  const { name, query } = result;
  return { flash: "booking-admin-list.view.deleted", values: { name }, undo: { name, query } };
}

async function lettered(ctx: RequestContext, intent: "foresee" | "send" | "try", form: Form): Promise<ListAnswer> {
  const { night = "" } = form;
  const which = isUuid(night) ? { night } : askedIn(new URLSearchParams(form));
  const bulkEmail = BulkEmail.safeParse(form);
  if (!which) throw data(null, { status: 400 });
  if (!bulkEmail.success) return { fieldErrors: fieldErrorsOf(bulkEmail.error) };
  if (intent === "foresee") {
    const foreseen = await previewBulkEmail(ctx, which);
    return foreseen.ok ? { recipients: foreseen.recipients } : refusalOf(foreseen);
  }
  if (intent === "try") {
    const tried = await testLetter(ctx, { chosen: which, bulkEmail: bulkEmail.data, key: trialOf(form) });
    return tried.ok ? { flash: "booking-admin-list.email.tried", values: {}, tried: true } : refusalOf(tried);
  }
  const sent = await emailBookings(ctx, {
    chosen: which,
    bulkEmail: bulkEmail.data,
    foreseen: Number(form["foreseen"]),
  });
  if (sent.ok) return { flash: "booking-admin-list.email.sent", values: { count: sent.sent }, done: true };
  if (sent.reason === "recipients_changed") return { ...refusalOf(sent), recipients: sent.recipients };
  return refusalOf(sent);
}

/** The key of a test; one that isn't any is as good as none. */
const trialOf = ({ trial = "" }: Form): string => (isUuid(trial) ? trial : crypto.randomUUID());

async function tagged(ctx: RequestContext, intent: "preview-tag" | "tag", form: Form): Promise<ListAnswer> {
  const [chosen, tagging] = [askedIn(new URLSearchParams(form)), Tagging.safeParse(form)];
  if (!chosen) throw data(null, { status: 400 });
  if (!tagging.success) return { fieldErrors: fieldErrorsOf(tagging.error) };
  const { name, way } = tagging.data;
  if (intent === "preview-tag") {
    const seen = await previewTag(ctx, chosen, name);
    return seen.ok ? { tagged: seen.tagged } : refusalOf(seen);
  }
  const done = await tagBookings(ctx, chosen, { name, way });
  if (!done.ok) return refusalOf(done);
  const { tag, changed } = done;
  const undo = { intent: "tag", name: tag, way: way === "add" ? "remove" : "add", ids: changed.join(",") };
  return {
    flash: `booking-admin-list.tag.done_${way}`,
    values: { tag, count: changed.length },
    done: true,
    ...(changed.length > 0 ? { undo } : {}),
  };
}

type Refusal =
  | { reason: "forbidden"; missing: string }
  | { reason: "too_many" | "too_many_views"; max: number }
  | { reason: "no_address" | "too_many_attempts" }
  | { reason: "view_not_found" | "name_taken" | "recipients_changed" | "nobody" | "idempotency_conflict" };

function refusalOf(result: Refusal) {
  if (result.reason === "forbidden") throw refused(result);
  const text: MessageId = `booking-admin-list.refused.${result.reason}`;
  return { refused: text, values: "max" in result ? { max: result.max } : {} };
}

export default Bookings;
