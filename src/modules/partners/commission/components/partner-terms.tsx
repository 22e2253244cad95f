import { dayAndYear } from "#src/kernel/local-time.ts";
import { useText } from "#src/locales/use-text.ts";
import { WriteToUs } from "#src/modules/partners/commission/components/write-to-us.tsx";
import { useFigures } from "#src/modules/partners/commission/components/use-figures.ts";
import type { PartnerPage, ShownTerms } from "#src/modules/partners/commission/rules/partner-page.ts";
import { LINK } from "#src/ui/button.tsx";

/** What was agreed with a partner, in words: what counts now and what is to come; earlier terms on demand. */
export function PartnerTerms({ terms }: { terms: readonly ShownTerms[] }) {
  const { t } = useText();
  const before = terms.filter(({ standing }) => standing === "before");
  const rows = terms.filter(({ standing }) => standing !== "before");
  return (
    <section aria-labelledby="terms" className="grid content-start gap-4">
      <h2 id="terms" className="text-h3">
        {t("commission-page.terms.title")}
      </h2>
      {rows.length === 0 && (
        <>
          <p>{t("commission-page.terms.none")}</p>
          <WriteToUs />
        </>
      )}
      {rows.map((one) => (
        <Agreed key={one.version} terms={one} />
      ))}
      {before.length > 0 && (
        <details>
          <summary className={LINK}>{t("commission-page.terms.earlier", { count: before.length })}</summary>
          <div className="mt-3 grid gap-4">
            {before.map((one) => (
              <Agreed key={one.version} terms={one} />
            ))}
          </div>
        </details>
      )}
    </section>
  );
}

function Agreed({ terms: { valid_from, basis, kind, value, tiers, exceptions, standing } }: { terms: ShownTerms }) {
  const { t, locale } = useText();
  const { rate } = useFigures();
  return (
    <div className="rounded-lg bg-surface p-5 shadow-sm">
      <p className="text-small text-text-2">
        {t(`commission-page.terms.${standing}`, { date: dayAndYear(valid_from, locale) })}
      </p>
      <p className="text-lg font-bold">{t(`commission-page.terms.${kind}`, { rate: rate({ kind, value }) })}</p>
      <p>{t(`commission-page.terms.basis.${basis}`)}</p>
      {tiers.length + exceptions.length > 0 && (
        <ul className="mt-2 grid list-disc gap-1 pl-5">
          {tiers.map((tier) => (
            <li key={tier.from_people}>
              {t("commission-page.terms.tier", { people: tier.from_people, rate: rate({ kind, value: tier.value }) })}
            </li>
          ))}
          {exceptions.map((one) => (
            <li key={one.crawl}>{t("commission-page.terms.exception", { crawl: one.crawl, rate: rate(one) })}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** How a partner is paid; of their account only the last digits. */
export function PartnerPayout({ payout: { holder, clabeEnd } }: { payout: PartnerPage["payout"] }) {
  const { t } = useText();
  return (
    <section aria-labelledby="payout" className="grid content-start gap-2">
      <h2 id="payout" className="text-h3">
        {t("commission-page.payout.title")}
      </h2>
      <p>
        {clabeEnd === null
          ? t("commission-page.payout.missing")
          : t("commission-page.payout.spei", { end: clabeEnd, holder: holder || "–" })}
      </p>
      {clabeEnd === null && <WriteToUs />}
      <p className="text-small text-text-2">{t("commission-page.payout.when")}</p>
    </section>
  );
}
