import { amountText } from "#src/kernel/amount.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { termsChanged } from "#src/modules/partners/commission/events.ts";
import { percentOf, type Rate, sameTerms, type TermsFields } from "#src/modules/partners/commission/rules/terms.ts";
import { insertTerms, termsOfPartner } from "#src/modules/partners/commission/store/terms.server.ts";
import { holdPartner } from "#src/modules/sales/affiliates/save-partner.server.ts";
import { crawlChoices } from "#src/modules/site/catalog/queries.server.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * Adds a version of a partner's terms after the one that the form showed (`seen`; 0 before the first). Earlier versions stay:
 * lines name the terms by which they were computed. The same form sent twice adds one. Publishes `terms.changed`. Refusals:
 * forbidden {missing}, partner_not_found, crawl_not_found, changed_meanwhile {version}.
 */
export async function addTerms(ctx: Context, input: { partnerId: string; seen: number; terms: TermsFields }) {
  const { partnerId, seen: version, terms } = input;
  if (!can(ctx.actor, "affiliates.change")) return fail("forbidden", { missing: "affiliates.change" });
  return ctx.db.transaction().execute(async (tx) => {
    if (!(await holdPartner(tx, partnerId))) return fail("partner_not_found");
    const [newest] = await termsOfPartner(tx, partnerId);
    if (newest && sameTerms(newest, terms)) return ok({ version: newest.version });
    if ((newest?.version ?? 0) !== version) return fail("changed_meanwhile", { version: newest?.version ?? 0 });
    const titles = new Map((await crawlChoices(tx)).map(({ id, title }) => [id, title]));
    if (terms.exceptions.some(({ crawl_id }) => !titles.has(crawl_id))) return fail("crawl_not_found");
    const by = ctx.actor.kind === "user" ? ctx.actor.userId : null;
    await insertTerms(tx, { partnerId, version: version + 1, terms, by, at: ctx.now });
    await audit(tx, ctx, {
      action: "partner.terms_added",
      subject: ["partner", partnerId],
      changes: changesOf(newest ?? null, terms, titles),
    });
    await ctx.publish(ctx, tx, termsChanged({ partnerId, from: terms.valid_from }));
    return ok({ version: version + 1 });
  });
}

type Changes = Record<string, readonly [old: unknown, now: unknown]>;

/** What differs, as the audit log says it. */
function changesOf(was: TermsFields | null, now: TermsFields, titles: ReadonlyMap<string, string>): Changes {
  const [old, next] = [was && inWords(was, titles), inWords(now, titles)];
  const pairs = Object.entries(next).map(([field, value]) => [field, [old?.[field] ?? null, value]] as const);
  return Object.fromEntries(pairs.filter(([, [before, value]]) => JSON.stringify(before) !== JSON.stringify(value)));
}

const inWords = (terms: TermsFields, titles: ReadonlyMap<string, string>): Record<string, unknown> => ({
  valid_from: terms.valid_from,
  basis: terms.basis,
  commission: rateInWords(terms),
  tiers: terms.tiers.map(({ from_people, value }) => `${from_people}+: ${rateInWords({ kind: terms.kind, value })}`),
  exceptions: terms.exceptions.map((one) => `${titles.get(one.crawl_id) ?? one.crawl_id}: ${rateInWords(one)}`),
});

const rateInWords = ({ kind, value }: Rate): string =>
  kind === "percentage" ? percentOf(value) : `MXN ${amountText(value)} pp`;
