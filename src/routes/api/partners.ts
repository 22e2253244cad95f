import { z } from "zod";
import { ok } from "#src/kernel/result.ts";
import { dateIn, HOME_ZONE } from "#src/kernel/local-time.ts";
import { partnersNights } from "#src/modules/office/reports/queries.server.ts";
import { listPartners } from "#src/modules/partners/commission/list-partners.server.ts";
import { ownStatement, ownStatements } from "#src/modules/partners/commission/read-own-statements.server.ts";
import { partnerQueryOf } from "#src/modules/partners/commission/rules/partner-list.ts";
import {
  OwnStatementShape,
  OwnStatementsShape,
  PartnersFiguresShape,
} from "#src/modules/partners/commission/schema.ts";
import { resalesOfBookings } from "#src/modules/programs/resellers/queries.server.ts";
import { endpoint } from "#src/api/endpoint.ts";

const month = z.string("errors.invalid").regex(/^20\d\d-(0[1-9]|1[0-2])$/, "errors.invalid");
const inPesos = (amount_minor: number) => ({ amount_minor, currency: "MXN" as const });

export const partners = [
  endpoint({
    method: "get",
    path: "/api/partners",
    summary: "List partners with their figures of a month",
    description:
      "For a key of the house. A page has 15 partners, those with the most commission first; `total` says how many there are.",
    query: z.object({
      month: month.optional().describe("2026-11; by default this month"),
      page: z.coerce
        .number("errors.invalid")
        .int("errors.invalid")
        .min(1, "errors.invalid")
        .max(9999, "errors.invalid")
        .default(1),
    }),
    personal: true,
    status: 200,
    answer: PartnersFiguresShape,
    refusals: ["forbidden"],
    handle: async (ctx, { query }) => {
      const today = dateIn(ctx.now, HOME_ZONE);
      const wish = new URLSearchParams({ month: query.month ?? today.slice(0, 7), page: String(query.page) });
      const list = await listPartners(ctx, partnerQueryOf(wish, today), partnersNights);
      if (!list.ok) return list;
      const figures = list.partners.map(({ id, name, code, isActive, city, visits, bookings, came, commission }) => {
        return { id, name, code, is_active: isActive, city, visits, bookings, came, commission: inPesos(commission) };
      });
      const total = list.sums.partners;
      return ok({ answer: { month: query.month ?? today.slice(0, 7), total, partners: figures } });
    },
  }),
  endpoint({
    method: "get",
    path: "/api/partners/me/statements",
    summary: "List one's own statements, the newest first",
    description:
      "For a partner's key: what each month came to, also those that aren't closed yet. What no statement has settled is on each of these; add up `due_of_month`.",
    personal: true,
    status: 200,
    answer: OwnStatementsShape,
    refusals: ["forbidden"],
    handle: async (ctx) => {
      const result = await ownStatements(ctx);
      return result.ok ? ok({ answer: { statements: result.statements } }) : result;
    },
  }),
  endpoint({
    method: "get",
    path: "/api/partners/me/statements/{month}",
    summary: "Read one's own statement of a month, night by night",
    description:
      "For a partner's key. Bookings are named as on the partner's own page: never by what would open them. Those that its programs sold have the ids by which these know them. A month to come of which there is nothing yet isn't found.",
    params: { month: "2026-11" },
    personal: true,
    status: 200,
    answer: OwnStatementShape,
    refusals: ["forbidden", "not_found"],
    handle: async (ctx, { params }) => {
      const result = await ownStatement(ctx, params["month"] ?? "", resalesOfBookings);
      return result.ok ? ok({ answer: result.statement }) : result;
    },
  }),
];
