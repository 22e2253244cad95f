import { useState } from "react";
import { Star } from "#src/ui/lucide/icons.ts";
import { parseAmount } from "#src/kernel/amount.ts";
import { numberFormat } from "#src/kernel/formatters.ts";
import { dayAndYear } from "#src/kernel/local-time.ts";
import { inLocale, languageTag } from "#src/kernel/localized.ts";
import { convert, type Currency, formatMoney, isCurrency, type Money } from "#src/kernel/money.ts";
import type { Site } from "#src/kernel/site.ts";
import { useText } from "#src/locales/use-text.ts";
import { FieldGroup } from "#src/ui/admin/field-group.tsx";
import { HideCrawl } from "#src/modules/site/catalog/admin/hide-crawl.tsx";
import { useSites } from "#src/modules/site/catalog/admin/hidden-reasons.tsx";
import { whyUnseen } from "#src/modules/site/catalog/rules/visible.ts";
import { crawlPrice } from "#src/modules/site/catalog/rules/price.ts";
import { type CrawlDraft, slugOf } from "#src/modules/site/catalog/rules/draft.ts";
import type { CrawlChoices, Hiding } from "#src/modules/site/catalog/schema.ts";
import { AdminButton } from "#src/ui/admin/button.tsx";
import { AdminCheck, AdminField, AdminInput, AdminSelect } from "#src/ui/admin/field.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";

export type FieldState = {
  draft: CrawlDraft;
  change: (over: Partial<CrawlDraft>) => void;
  /** A field's error, as props of its control. */
  errorOf: (field: keyof CrawlDraft) => { error?: string };
  isChanged: (field: keyof CrawlDraft) => boolean;
  disabled: boolean;
};

type SaleFieldsProps = FieldState & {
  id: string;
  choices: CrawlChoices;
  rating: { average: number; count: number } | null;
  formerSlugs: readonly string[];
  /** What hiding it means; null while it is hidden. */
  wasShown: { departures: number; hiding: Hiding } | null;
};

/** Sales settings: visibility, city, slug, hours, size; the guests' rating is read-only. */
export function SaleFields(props: SaleFieldsProps) {
  const { id, draft, change, errorOf, isChanged, choices, rating, formerSlugs, wasShown } = props;
  const { t, locale } = useText();
  const [isAsking, setAsking] = useState(false);
  const text = (field: "duration" | "duration_es" | "group_size" | "sales_cutoff_minutes") => ({
    name: field,
    value: draft[field],
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => change({ [field]: event.currentTarget.value }),
  });
  const suggested = slugOf(draft.title);
  return (
    <Panel title={t("catalog-admin.onSale")}>
      <div className="grid gap-3">
        <AdminCheck
          id="is_active"
          name="is_active"
          checked={draft.is_active}
          onChange={({ currentTarget: { checked } }) =>
            checked || !wasShown ? change({ is_active: checked }) : setAsking(true)
          }
        >
          {t("catalog-admin.shown")}
        </AdminCheck>
        {wasShown && (
          <HideCrawl
            open={isAsking}
            title={inLocale(locale, draft.title, draft.title_es)}
            {...wasShown}
            onConfirm={() => {
              setAsking(false);
              change({ is_active: false });
            }}
            onClose={() => setAsking(false)}
          />
        )}
        <OnEverySite {...{ draft, change }} sites={choices.sites} />
        <AdminField
          id="city_id"
          label={t("catalog-admin.field.city_id")}
          {...errorOf("city_id")}
          changed={isChanged("city_id")}
        >
          {(control) => (
            <AdminSelect
              {...control}
              name="city_id"
              value={draft.city_id}
              onChange={(event) => change({ city_id: event.currentTarget.value })}
            >
              {choices.cities.map((city) => (
                <option key={city.id} value={city.id}>
                  {city.isActive ? city.name : t("catalog-admin.cityOff", { city: city.name })}
                </option>
              ))}
            </AdminSelect>
          )}
        </AdminField>
        <AdminField
          id="slug"
          label={t("catalog-admin.field.slug")}
          {...errorOf("slug")}
          changed={isChanged("slug")}
          help={
            formerSlugs.length > 0
              ? t("catalog-admin.formerSlugs", { slugs: formerSlugs.join(", ") })
              : t("catalog-admin.slugHelp")
          }
        >
          {(control) => (
            <span className="flex items-center gap-1.5">
              <span aria-hidden className="text-text-3">
                {t("catalog-admin.slugPrefix")}
              </span>
              <AdminInput
                {...control}
                name="slug"
                value={draft.slug}
                placeholder={suggested || id}
                maxLength={80}
                autoCapitalize="off"
                spellCheck={false}
                onChange={(event) => change({ slug: event.currentTarget.value })}
              />
            </span>
          )}
        </AdminField>
        {suggested !== "" && (draft.slug === "" || draft.slug === id) && (
          <AdminButton
            kind="quiet"
            small
            onClick={() => change({ slug: suggested })}
            className="-mt-2 max-w-full justify-self-start"
          >
            <span className="truncate">{t("catalog-admin.useSlug", { slug: suggested })}</span>
          </AdminButton>
        )}
        <div className="grid grid-cols-2 items-end gap-2.5">
          <AdminField
            id="duration"
            label={t("catalog-admin.field.duration")}
            optional={t("admin.optional")}
            {...errorOf("duration")}
            changed={isChanged("duration")}
          >
            {(control) => (
              <AdminInput
                {...control}
                {...text("duration")}
                placeholder={t("catalog-admin.durationHint")}
                maxLength={40}
              />
            )}
          </AdminField>
          <AdminField
            id="duration_es"
            label={t("catalog-admin.field.duration_es")}
            {...errorOf("duration_es")}
            changed={isChanged("duration_es")}
          >
            {(control) => (
              <AdminInput {...control} {...text("duration_es")} placeholder={draft.duration} maxLength={40} lang="es" />
            )}
          </AdminField>
          <AdminField
            id="group_size"
            label={t("catalog-admin.field.group_size")}
            optional={t("admin.optional")}
            {...errorOf("group_size")}
            changed={isChanged("group_size")}
          >
            {(control) => (
              <AdminInput
                {...control}
                {...text("group_size")}
                placeholder={t("catalog-admin.groupHint")}
                maxLength={40}
              />
            )}
          </AdminField>
        </div>
        <AdminField
          id="sales_cutoff_minutes"
          label={t("catalog-admin.field.sales_cutoff_minutes")}
          help={t("catalog-admin.cutoffHelp")}
          {...errorOf("sales_cutoff_minutes")}
          changed={isChanged("sales_cutoff_minutes")}
        >
          {(control) => (
            <AdminInput
              {...control}
              {...text("sales_cutoff_minutes")}
              inputMode="numeric"
              unit={t("catalog-admin.minutes")}
            />
          )}
        </AdminField>
        {rating && (
          <p className="flex items-start gap-1.5 text-text-2">
            <Star aria-hidden size={15} className="mt-0.5 shrink-0" />
            {rating.count > 0
              ? t("catalog-admin.rated", {
                  average: numberFormat(languageTag(locale), { minimumFractionDigits: 1 }).format(rating.average),
                  count: rating.count,
                })
              : t("catalog-admin.unrated")}
          </p>
        )}
      </div>
    </Panel>
  );
}

/** The box that overrules the title rule, where that would hide the crawl or has been overruled. */
function OnEverySite({ draft, change, sites }: Pick<FieldState, "draft" | "change"> & { sites: readonly Site[] }) {
  const { t } = useText();
  const named = useSites();
  const rule = whyUnseen({ title: draft.title, on_every_site: false }, sites);
  if (rule?.why !== "title" && !draft.on_every_site) return null;
  return (
    <div>
      <AdminCheck
        id="on_every_site"
        name="on_every_site"
        checked={draft.on_every_site}
        onChange={(event) => change({ on_every_site: event.currentTarget.checked })}
        {...(rule?.why === "title" ? { "aria-describedby": "on_every_site-help" } : {})}
      >
        {t("catalog-admin.onEverySite")}
      </AdminCheck>
      {rule?.why === "title" && (
        <p id="on_every_site-help" className="text-fine text-text-3">
          {t("catalog-admin.onEverySiteHelp", { words: rule.words, sites: named(rule.sites) })}
        </p>
      )}
    </div>
  );
}

/** Seat price, and prices set per currency next to their converted values. */
export function PriceFields({ draft, change, errorOf, isChanged, choices }: FieldState & { choices: CrawlChoices }) {
  const { t, locale } = useText();
  const base = priceOf(draft);
  const converted = (currency: Currency) => formatMoney(convert(base, currency, choices.rates), locale);
  const others = choices.currencies.filter((currency) => currency !== draft.currency);
  return (
    <Panel title={t("catalog-admin.prices")}>
      <div className="grid gap-3">
        <div className="grid grid-cols-[minmax(0,1fr)_6rem] gap-2.5">
          <AdminField
            id="price"
            label={t("catalog-admin.field.price")}
            {...errorOf("price")}
            changed={isChanged("price")}
            help={t("catalog-admin.priceHelp")}
          >
            {(control) => (
              <AdminInput
                {...control}
                name="price"
                inputMode="decimal"
                autoComplete="off"
                value={draft.price}
                placeholder={formatMoney(crawlPrice({ price: null, currency: "USD" }), locale)}
                onChange={(event) => change({ price: event.currentTarget.value })}
              />
            )}
          </AdminField>
          <AdminField
            id="currency"
            label={t("catalog-admin.field.currency")}
            {...errorOf("currency")}
            changed={isChanged("currency")}
          >
            {(control) => (
              <AdminSelect
                {...control}
                name="currency"
                value={draft.currency}
                onChange={({ currentTarget: { value } }) =>
                  // the base currency has no separate set price
                  change({
                    currency: value,
                    prices: isCurrency(value) ? withPrice(draft.prices, value, "") : draft.prices,
                  })
                }
              >
                {choices.currencies.map((currency) => (
                  <option key={currency}>{currency}</option>
                ))}
              </AdminSelect>
            )}
          </AdminField>
        </div>
        <FieldGroup
          id="prices"
          label={t("catalog-admin.field.prices")}
          help={t("catalog-admin.pricesHelp", { date: dayAndYear(choices.ratesOf, locale) })}
          error={errorOf("prices").error}
          changed={isChanged("prices")}
        >
          <div className="grid grid-cols-2 gap-2">
            {others.map((currency) => (
              <AdminInput
                key={currency}
                name={`price_${currency}`}
                aria-label={t("catalog-admin.priceIn", { currency })}
                inputMode="decimal"
                autoComplete="off"
                unit={currency}
                value={draft.prices[currency] ?? ""}
                placeholder={converted(currency)}
                onChange={(event) => change({ prices: withPrice(draft.prices, currency, event.currentTarget.value) })}
              />
            ))}
          </div>
        </FieldGroup>
      </div>
    </Panel>
  );
}

// an empty price is removed, so clearing it restores the previous state
const withPrice = (prices: CrawlDraft["prices"], currency: Currency, price: string): CrawlDraft["prices"] => {
  const { [currency]: _, ...rest } = prices;
  return price === "" ? rest : { ...rest, [currency]: price };
};

/** The draft's price, or the default when the input is invalid. */
const priceOf = (draft: CrawlDraft): Money =>
  crawlPrice({
    price: parseAmount(draft.price),
    currency: isCurrency(draft.currency) ? draft.currency : "USD",
  });
