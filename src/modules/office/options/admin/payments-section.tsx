import { COMPANIES, companyName, companyOf } from "#src/modules/base/settings/rules/payment-companies.ts";
import { CURRENCIES, type Currency } from "#src/kernel/money.ts";
import { useText } from "#src/locales/use-text.ts";
import { OptionField, OptionSwitch } from "#src/modules/office/options/admin/option-field.tsx";
import { SectionForm } from "#src/modules/office/options/admin/section-form.tsx";
import { SetElsewhere } from "#src/modules/office/options/admin/set-elsewhere.tsx";
import { type OptionsForm, useOptionsForm } from "#src/modules/office/options/admin/use-options-form.ts";
import { useSayOption } from "#src/modules/office/options/admin/use-say-option.ts";
import type { Facts, OpenSection } from "#src/modules/office/options/schema.ts";
import { chargedIn, writeCurrencies } from "#src/modules/base/settings/rules/app-settings.ts";
import { Badge } from "#src/ui/admin/badge.tsx";
import { AdminCheck, AdminNotice } from "#src/ui/admin/field.tsx";
import { Moment } from "#src/ui/admin/moment.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";
import { ACCOUNT_NAMES } from "#src/kernel/pay-method.ts";

type Company = NonNullable<Facts["payments"]>["companies"][number];

/** The companies that charge: whether they have keys, and the currencies they charge. */
export function PaymentsSection({ opened }: { opened: OpenSection }) {
  const { t } = useText();
  const form = useOptionsForm(opened);
  const plain = useSayOption();
  const { payments } = opened.facts;
  if (!payments) return null;
  const error = form.errorOf("provider_currencies");
  return (
    <SectionForm
      form={form}
      say={(key, text) => (key === "provider_currencies" ? sayCurrencies(text) : plain(key, text))}
    >
      <div className="grid gap-4">
        <Panel
          title={t("options.payments.title")}
          action={
            <Badge tone={payments.mode === "live" ? "done" : "waiting"}>
              {t(payments.mode === "live" ? "options.payments.live" : "options.payments.practice")}
            </Badge>
          }
          padded={false}
          footer={<SetElsewhere names={["PAYMENTS_MODE", ...COMPANIES.map((name) => `${name.toUpperCase()}_…`)]} />}
        >
          {error && (
            <div className="px-3.5 pb-2">
              <AdminNotice tone="failed">{error}</AdminNotice>
            </div>
          )}
          <ul id="provider_currencies" tabIndex={-1}>
            {payments.companies.map((company) => (
              <CompanyRow key={company.name} company={company} form={form} />
            ))}
          </ul>
        </Panel>
        <Panel title={t("options.payments.byHand")}>
          <p className="mb-3.5 max-w-[62ch] text-text-2">{t("options.payments.byHandText")}</p>
          <div className="grid gap-3.5">
            <OptionSwitch form={form} name="pay_at_door" help={t("options.payments.doorHelp")} />
            <OptionField form={form} name="transfer_details" isOptional help={t("options.payments.transferHelp")} />
            <OptionField
              form={form}
              name="by_hand_hours"
              unit={t("options.unit.hours")}
              help={t("options.payments.byHandHoursHelp")}
            />
          </div>
        </Panel>
        <Panel title={t("options.payments.banks")}>
          <OptionField
            form={form}
            name="bank_hold_hours"
            unit={t("options.unit.hours")}
            help={t("options.payments.banksHelp", { companies: ACCOUNT_NAMES })}
          />
        </Panel>
        <Panel title={t("options.payments.nightOff")}>
          <OptionField
            form={form}
            name="off_choice_hours"
            unit={t("options.unit.hours")}
            help={t("options.payments.nightOffHelp")}
          />
        </Panel>
        <Panel title={t("options.payments.lateCredit")}>
          <OptionField
            form={form}
            name="late_credit_percent"
            unit={t("options.unit.percent")}
            help={t("options.payments.lateCreditHelp")}
          />
        </Panel>
        <Panel title={t("options.payments.groups")}>
          <div className="grid gap-3.5">
            <OptionField
              form={form}
              name="group_reminder_days"
              unit={t("options.unit.days")}
              help={t("options.payments.groupReminderHelp")}
            />
            <OptionField form={form} name="group_last_reminder_days" unit={t("options.unit.days")} />
          </div>
        </Panel>
        <Panel title={t("options.payments.giftCards")}>
          <p className="mb-3.5 max-w-[62ch] text-text-2">{t("options.payments.giftCardsText")}</p>
          <div className="grid gap-3.5">
            <OptionSwitch form={form} name="gift_cards_on" help={t("options.payments.giftCardsHelp")} />
            <OptionField
              form={form}
              name="gift_card_amounts"
              unit={t("options.unit.pesos")}
              help={t("options.payments.giftAmountsHelp")}
            />
            <OptionField form={form} name="gift_card_least" unit={t("options.unit.pesos")} />
            <OptionField form={form} name="gift_card_most" unit={t("options.unit.pesos")} />
            <OptionField
              form={form}
              name="gift_card_months"
              unit={t("options.unit.months")}
              help={t("options.payments.giftMonthsHelp")}
            />
            <OptionField
              form={form}
              name="gift_card_refund_days"
              unit={t("options.unit.days")}
              help={t("options.payments.giftRefundHelp")}
            />
          </div>
        </Panel>
        <Panel title={t("options.payments.installments")}>
          <OptionField
            form={form}
            name="installments_from"
            unit={t("options.unit.pesos")}
            help={t("options.payments.installmentsHelp", { company: companyOf("card") })}
          />
        </Panel>
        <Panel title={t("options.payments.oxxo")}>
          <OptionSwitch
            form={form}
            name="oxxo_enabled"
            help={t("options.payments.oxxoHelp", { company: companyOf("oxxo") })}
          />
        </Panel>
        <Panel title={t("options.payments.spei")}>
          <OptionSwitch
            form={form}
            name="spei_enabled"
            help={t("options.payments.speiHelp", { company: companyOf("spei") })}
          />
        </Panel>
      </div>
    </SectionForm>
  );
}

/** The companies' currencies as they are stored, `name: MXN,USD; …`, with the companies' own spelling. */
const sayCurrencies = (text: string): string => text.replaceAll(/[a-z]+/g, companyName).replaceAll(",", ", ");

function CompanyRow({ company, form }: { company: Company; form: OptionsForm }) {
  const { t } = useText();
  const { name, isConfigured, lastMessage } = company;
  const charged = chargedIn(form.texts.provider_currencies ?? "");
  const own = charged[name] ?? CURRENCIES;
  const choose = (currency: Currency, isOn: boolean) => {
    const now = isOn ? [...own, currency] : own.filter((one) => one !== currency);
    form.set({ provider_currencies: writeCurrencies({ ...charged, [name]: now }) });
  };
  return (
    <li className="grid gap-2 border-t border-border px-3.5 py-2.5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <strong>{companyName(name)}</strong>
        <Badge tone={isConfigured ? "done" : "none"}>
          {t(isConfigured ? "options.payments.hasKeys" : "options.payments.noKeys")}
        </Badge>
        <span className="text-text-3 max-md:w-full md:ml-auto">
          {t("options.payments.lastMessage")}{" "}
          {lastMessage ? <Moment at={lastMessage} /> : t("options.payments.noMessage")}
        </span>
      </div>
      <fieldset className="flex flex-wrap items-center gap-x-5">
        <legend className="float-left mr-2 py-1 text-text-2">{t("options.payments.charges")}</legend>
        {CURRENCIES.map((currency) => (
          <AdminCheck
            key={currency}
            checked={own.includes(currency)}
            // a company that charges nothing would have to lose its keys instead
            disabled={own.length === 1 && own.includes(currency)}
            onChange={(event) => choose(currency, event.target.checked)}
          >
            {currency}
          </AdminCheck>
        ))}
      </fieldset>
    </li>
  );
}
