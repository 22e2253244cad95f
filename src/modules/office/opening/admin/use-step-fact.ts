import { shortDate } from "#src/kernel/local-time.ts";
import type { Locale } from "#src/kernel/localized.ts";
import type { Text } from "#src/locales/i18n.ts";
import { useText } from "#src/locales/use-text.ts";
import type { Step } from "#src/modules/office/opening/rules/opening.ts";
import type { Opening } from "#src/modules/office/opening/schema.ts";
import { companyName } from "#src/modules/base/settings/rules/payment-companies.ts";

/** Names at most so many and says how many more there are. */
const NAMED = 4;

/** What is there of a step, in one sentence; null where nothing is, and the step says what to do. */
export function useStepFact(step: Step, opening: Opening): string | null {
  const { t, locale } = useText();
  return factOf(step, opening, t, locale);
}

function factOf(step: Step, opening: Opening, t: Text, locale: Locale): string | null {
  const { brand, company, money, cities, crawls, nights, home, mail, payments, bookings, states } = opening;
  const named = (names: readonly string[]) => {
    const first = names.slice(0, NAMED);
    const rest = names.length - first.length;
    return inWords([...first, ...(rest > 0 ? [t("opening.more", { count: rest })] : [])], locale);
  };
  switch (step) {
    case "brand": {
      const values = { name: brand.name, year: String(brand.founded), reference: `${brand.prefix}-7K2M4P` };
      if (brand.shipped.length === 0) return t("opening.brand.is", values);
      return t("opening.brand.shipped", {
        ...values,
        list: inWords(
          brand.shipped.map((key) => t(`options.field.${key}`)),
          locale,
        ),
      });
    }
    case "home":
      return t(home.own || states.home === "done" ? "opening.home.is" : "opening.home.shipped", { text: home.text });
    case "mail":
      if (!mail.server) return t("opening.mail.kept");
      if (!mail.own) return t("opening.mail.sender", { from: mail.from });
      return t(mail.tried ? "opening.mail.is" : "opening.mail.untried", { from: mail.from });
    case "company": {
      if (company.name === "") return null;
      const { name, rfc } = company;
      if (company.address === "") return t("opening.company.noAddress", { name });
      return rfc === "" ? t("opening.company.noTax", { name }) : t("opening.company.is", { name, rfc });
    }
    case "money": {
      if (money.currencies.length === 0) return null;
      const date = shortDate(money.ratesOf, locale);
      return t(money.old ? "opening.money.old" : "opening.money.is", { list: inWords(money.currencies, locale), date });
    }
    case "city":
      return cities.length > 0 ? named(cities) : null;
    case "crawl":
      if (crawls.shown.length > 0) return named(crawls.shown);
      return crawls.hidden > 0 ? t("opening.crawl.areHidden", { count: crawls.hidden }) : null;
    case "nights":
      return nights.first
        ? t("opening.nights.are", { count: nights.count, date: shortDate(nights.first.date, locale) })
        : null;
    case "payments":
      if (payments.byHand)
        return t("opening.payments.byHand", {
          ways: payments.byHand.door ? (payments.byHand.transfer ? "both" : "door") : "transfer",
        });
      if (payments.providers.length === 0) return null;
      return t(payments.live ? "opening.payments.live" : "opening.payments.test", {
        list: inWords(payments.providers.map(companyName), locale),
      });
    case "trial":
      return bookings > 0 ? t("opening.trial.are", { count: bookings }) : null;
    case "open":
      return states.open === "done" ? t("opening.open.is") : null;
  }
}

const inWords = (list: readonly string[], locale: Locale) =>
  new Intl.ListFormat(locale === "es" ? "es-MX" : "en-US", { type: "conjunction" }).format(list);
