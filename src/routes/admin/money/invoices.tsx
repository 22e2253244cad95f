import { data } from "react-router";
import { toFieldErrors } from "#src/locales/field-errors.ts";
import { issueInvoice } from "#src/modules/money/invoices/issue-invoice.server.ts";
import { listRequests, openRequest } from "#src/modules/money/invoices/queries.server.ts";
import { refuseInvoice } from "#src/modules/money/invoices/refuse-invoice.server.ts";
import {
  ANSWERED_FIELDS,
  failedAct,
  issueProblem,
  type RequestAnswer,
} from "#src/modules/money/invoices/rules/request-act.ts";
import { REQUEST_LIST } from "#src/modules/money/invoices/rules/request-list.ts";
import { InvoiceIntent, RefuseInvoice } from "#src/modules/money/invoices/schema.ts";
import type { RequestContext } from "#src/platform/context.server.ts";
import Invoices from "#src/modules/money/invoices/admin/invoices-page.tsx";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import { keepFormValues } from "#src/routes/admin/shared.ts";
import type { Route } from "./+types/invoices";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = await staffContext(context);
  const filter = REQUEST_LIST.read(new URL(request.url).searchParams);
  const list = await listRequests(ctx, filter);
  if (!list.ok) throw refused(list);
  const opened = filter.open === null ? null : await openRequest(ctx, filter.open);
  return { list, filter, open: opened?.ok ? opened.request : null };
}

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = await staffContext(context);
  const form = await request.formData();
  const asked = InvoiceIntent.safeParse({ intent: form.get("intent"), booking_id: form.get("booking_id") });
  if (!asked.success) throw data(null, { status: 400 });
  return asked.data.intent === "issue" ? issue(ctx, asked.data, form) : refuse(ctx, asked.data, form);
}

async function issue(ctx: RequestContext, { booking_id: id }: InvoiceIntent, form: FormData) {
  const said = { intent: "issue" as const, id, at: ctx.now.getTime() };
  const [xml, pdf] = [chosen(form.get("xml")), chosen(form.get("pdf"))];
  const missing = [
    ...(xml ? [] : [{ id: "xml" as const, message: "invoices-admin.refused.file_missing" as const }]),
    ...(pdf ? [] : [{ id: "pdf" as const, message: "invoices-admin.refused.file_missing" as const }]),
  ];
  if (!xml || !pdf) return answered({ ...said, fieldErrors: missing }, 422);
  const files = { xml: new Uint8Array(await xml.arrayBuffer()), pdf: new Uint8Array(await pdf.arrayBuffer()) };
  const result = await issueInvoice(ctx, { booking_id: id, ...files, any_total: form.has("any_total") });
  if (result.ok) return answered({ ...said, flash: "invoices-admin.flash.issued" });
  if (result.reason === "forbidden") throw refused({ missing: "payments.change" });
  const problem = issueProblem(result.reason);
  if (!problem) return answered({ ...said, flash: "invoices-admin.flash.gone", bad: true }, 409);
  return answered({ ...said, fieldErrors: [problem], mayInsist: result.reason === "other_total" }, 422);
}

async function refuse(ctx: RequestContext, { booking_id }: InvoiceIntent, form: FormData) {
  const said = { intent: "refuse" as const, id: booking_id, at: ctx.now.getTime() };
  const input = RefuseInvoice.safeParse({ booking_id, refusal: form.get("refusal") });
  if (!input.success) {
    const refusal = form.get("refusal");
    const kept = typeof refusal === "string" ? { refusal } : {};
    return answered({ ...said, ...kept, fieldErrors: toFieldErrors(ANSWERED_FIELDS, input.error.issues) }, 422);
  }
  const result = await refuseInvoice(ctx, input.data);
  if (result.ok) return answered({ ...said, flash: "invoices-admin.flash.refused" });
  if (result.reason === "forbidden") throw refused({ missing: "payments.change" });
  return answered({ ...said, flash: "invoices-admin.flash.gone", bad: true }, 409);
}

/** A file that was chosen: a form without one sends one without a name. */
const chosen = (file: FormDataEntryValue | null): File | null =>
  file instanceof File && file.name !== "" ? file : null;

const answered = (answer: RequestAnswer, status = 200) => data(answer, { status });

export const clientAction = (asked: Route.ClientActionArgs) => keepFormValues(asked, failedAct);

export default Invoices;
