import { issueInvoice } from "#src/modules/books/invoices/issue-invoice.server.ts";
import { listRequests, openRequest } from "#src/modules/books/invoices/queries.server.ts";
import { refuseInvoice } from "#src/modules/books/invoices/refuse-invoice.server.ts";
import { REQUEST_REFUSALS, type RequestExtra } from "#src/modules/books/invoices/rules/request-act.ts";
import { REQUEST_LIST } from "#src/modules/books/invoices/rules/request-list.ts";
import { IssueForm, RefuseInvoice } from "#src/modules/books/invoices/schema.ts";
import Invoices from "#src/modules/books/invoices/admin/invoices-page.tsx";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import { adminAct } from "#src/routes/admin/shared/admin-act.server.ts";
import { act } from "#src/routes/shared/act.server.ts";
import { replyTo } from "#src/ui/form/answer.ts";
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

export const action = (args: Route.ActionArgs) =>
  adminAct<RequestExtra>(args, {
    refusals: REQUEST_REFUSALS,
    acts: {
      issue: act({
        input: IssueForm,
        fields: ["xml", "pdf"],
        run: async (ctx, { id, xml, pdf, any_total }) =>
          issueInvoice(ctx, { booking_id: id, xml: await bytesOf(xml), pdf: await bytesOf(pdf), any_total }),
        done: "invoices-admin.flash.issued",
        refusal: ({ reason }) =>
          reason === "other_total" ? { ...replyTo(reason, REQUEST_REFUSALS), mayInsist: true } : undefined,
      }),
      refuse: act({
        input: (form) => RefuseInvoice.safeParse({ booking_id: form.get("id"), refusal: form.get("refusal") }),
        fields: ["refusal"],
        run: refuseInvoice,
        done: "invoices-admin.flash.refused",
      }),
    },
  });

const bytesOf = async (file: File) => new Uint8Array(await file.arrayBuffer());

export const clientAction = (args: Route.ClientActionArgs) => keepFormValues(args, "invoices-admin.flash.failed");

export default Invoices;
