import { Form, Link, useNavigation } from "react-router";
import { dayAndYear } from "#src/kernel/local-time.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import { formatMoney } from "#src/kernel/money.ts";
import { useText } from "#src/locales/use-text.ts";
import { CardPicture } from "#src/modules/sales/gift-cards/components/card-picture.tsx";
import type { Route } from "#routes/public/+types/gift-card-balance.ts";
import { Button, LINK } from "#src/ui/button.tsx";
import { Field } from "#src/ui/field.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { PageHead } from "#src/ui/page-head.tsx";
import { TextInput } from "#src/ui/text-input.tsx";

/** What is left behind a code. Works without JavaScript. */
export default function GiftCardBalance({ actionData }: Route.ComponentProps) {
  const { t, locale } = useText();
  const sending = useNavigation().formMethod === "POST";
  const found = actionData?.balance;
  const money = (amount: number) => formatMoney({ amount, currency: found!.currency }, locale);
  return (
    <main id="main" tabIndex={-1} className="wrap pt-10 pb-16 md:pt-14 md:pb-24">
      <PageHead title={t("gift-cards.balance.title")} description={t("gift-cards.balance.lead")} index={false} />
      <div className="grid items-start gap-x-14 gap-y-8 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <div className="max-w-[34rem]">
          <h1 className="text-h1">{t("gift-cards.balance.title")}</h1>
          <p className="mt-3 mb-8 text-lead text-text-2">{t("gift-cards.balance.lead")}</p>
          {actionData?.formError && (
            <Notice key={actionData.at} tone="bad" live className="mb-6">
              {t(actionData.formError, actionData.values)}
            </Notice>
          )}
          {found && (
            <Notice key={actionData.at} tone="good" live className="mb-6">
              <p className="display text-[2.2rem] leading-none tabular-nums">{money(found.left)}</p>
              <p className="mt-2">
                {found.left < found.amount && `${t("credits.of", { amount: money(found.amount) })} · `}
                {found.until
                  ? t("credits.until", { date: dayAndYear(found.until, locale) })
                  : t("gift-cards.card.noEnd")}
              </p>
              <p className="mt-2">{t("gift-cards.balance.how", { currency: found.currency })}</p>
            </Notice>
          )}
          <Form method="post" className="grid gap-5">
            <Field id="code" label={t("gift-cards.balance.code")} hint={t("gift-cards.balance.hint")}>
              {(control) => (
                <TextInput
                  {...control}
                  name="code"
                  required
                  maxLength={50}
                  autoCapitalize="characters"
                  autoComplete="off"
                  spellCheck={false}
                />
              )}
            </Field>
            <Button type="submit" busy={sending} className="sm:justify-self-start">
              {t("gift-cards.balance.action")}
            </Button>
          </Form>
          <p className="mt-6">
            <Link to={localizedPath("/#booking", locale)} className={`${LINK} inline-flex min-h-11 items-center`}>
              {t("gift-cards.balance.book")}
            </Link>
          </p>
        </div>
        <CardPicture className="max-lg:hidden" />
      </div>
    </main>
  );
}
