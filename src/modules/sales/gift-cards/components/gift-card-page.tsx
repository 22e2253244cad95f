import { Form, useNavigation } from "react-router";
import { dateIn, dateInSentence, dayAndYear, HOME_ZONE, timeIn } from "#src/kernel/local-time.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import { formatMoney } from "#src/kernel/money.ts";
import { useText } from "#src/locales/use-text.ts";
import { PayMethods } from "#src/modules/sales/booking/components/pay-methods.tsx";
import { CardPicture } from "#src/modules/sales/gift-cards/components/card-picture.tsx";
import type { Route } from "#routes/public/+types/gift-card.ts";
import { Button, ButtonLink } from "#src/ui/button.tsx";
import { FactList } from "#src/ui/fact-list.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { PageHead } from "#src/ui/page-head.tsx";

/** A card that was ordered: where it is paid, and what became of it. Its code is only in the email. */
export default function GiftCard({ loaderData, actionData }: Route.ComponentProps) {
  const { t, locale } = useText();
  const { card, ways, isWaiting, voucher, hasLapsed, isNew, payKey, practice } = loaderData;
  const sending = useNavigation().formMethod === "POST";
  const amount = formatMoney({ amount: card.amount, currency: card.currency }, locale);
  const isPayable = card.state === "unpaid";
  const isVoid = card.state === "void";
  const title = isPayable
    ? isWaiting
      ? t("gift-cards.pay.waiting")
      : voucher
        ? t("payments-confirmation.voucher.title", { method: voucher.method })
        : t("gift-cards.pay.title")
    : isVoid
      ? t("gift-cards.own.void")
      : isNew
        ? t("gift-cards.thanks.title")
        : t("gift-cards.own.title");
  const facts = [
    [t("gift-cards.own.reference"), card.reference],
    [t("gift-cards.amount"), amount],
    ...(card.night ? [[t("gift-cards.own.goodFor"), t("gift-cards.card.night", card.night)] as const] : []),
    [t("gift-cards.own.for"), card.receiver],
    ...(isVoid ? [] : [[t("gift-cards.own.day"), dayAndYear(card.send_on, locale)] as const]),
    ...(card.until && !isVoid ? [[t("gift-cards.own.until"), dayAndYear(card.until, locale)] as const] : []),
  ] as const;
  return (
    <main id="main" tabIndex={-1} className="wrap pt-10 pb-16 md:pt-14 md:pb-24">
      <PageHead title={title} description={t("gift-cards.description")} index={false} />
      <div className="grid items-start gap-x-14 gap-y-8 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <div className="max-w-[34rem]">
          <h1 className="text-h1">{title}</h1>
          {actionData?.formError && (
            <Notice key={actionData.at} tone="bad" live className="mt-5">
              {t(actionData.formError, actionData.values)}
            </Notice>
          )}
          {card.state === "waiting" || card.state === "live" ? (
            <p className="mt-3 text-lead text-text-2">
              {card.state === "live"
                ? t("gift-cards.thanks.sent", { name: card.receiver })
                : t("gift-cards.thanks.later", { name: card.receiver, date: dateInSentence(card.send_on, locale) })}
            </p>
          ) : (
            card.state !== "unpaid" && (
              <p className="mt-3 text-lead text-text-2">
                {t(
                  isVoid
                    ? "gift-cards.own.voidText"
                    : card.state === "used"
                      ? "gift-cards.own.used"
                      : "gift-cards.own.ended",
                )}
              </p>
            )
          )}
          <FactList facts={facts} className="mt-6 grid-cols-2 gap-y-4" />
          {isPayable && voucher && <Voucher voucher={voucher} card={card} />}
          {isPayable && hasLapsed && !voucher && (
            <Notice tone="warning" className="mt-6">
              {t("gift-cards.pay.lapsed")}
            </Notice>
          )}
          {isPayable && (!voucher || ways.length > 0) && (
            <Form method="post" className="mt-8">
              <input type="hidden" name="key" value={payKey} />
              {isWaiting && (
                <Notice tone="warning" className="mb-5">
                  {t("gift-cards.pay.waitingText")}
                </Notice>
              )}
              {!isWaiting && (
                <>
                  {voucher && <h2 className="mb-3 text-h3">{t("gift-cards.pay.otherwise")}</h2>}
                  {!voucher && card.later.length > 0 && (
                    <p className="mb-4 text-small text-text-2">{t("gift-cards.pay.later")}</p>
                  )}
                  <PayMethods ways={ways} total={amount} act="pay">
                    <Button type="submit" name="intent" value="pay" wide busy={sending}>
                      {t("booking-checkout.pay.submit", { total: amount })}
                    </Button>
                  </PayMethods>
                  <p className="mt-3.5 text-small text-text-2">
                    {t("gift-cards.pay.next")}
                    {practice && <strong className="mt-1 block text-text">{t("booking-checkout.pay.test")}</strong>}
                  </p>
                </>
              )}
            </Form>
          )}
          {card.returnable && (
            <details className="mt-8 border-t border-border pt-2">
              <summary className="min-h-11 cursor-pointer content-center font-semibold">
                {t("gift-cards.return.title")}
              </summary>
              <Form method="post" className="grid gap-4 pt-2 pb-4">
                <p>{t("gift-cards.return.text", { amount })}</p>
                <Button
                  type="submit"
                  name="intent"
                  value="return"
                  kind="danger"
                  busy={sending}
                  className="sm:justify-self-start"
                >
                  {t("gift-cards.return.action")}
                </Button>
              </Form>
            </details>
          )}
          {!isPayable && (
            <ButtonLink to={localizedPath("/", locale)} kind="secondary" className="mt-8">
              {t("gift-cards.own.home")}
            </ButtonLink>
          )}
        </div>
        <CardPicture amount={amount} className="max-lg:hidden" />
      </div>
    </main>
  );
}

type VoucherProps = {
  voucher: NonNullable<Route.ComponentProps["loaderData"]["voucher"]>;
  card: Route.ComponentProps["loaderData"]["card"];
};

/** What is to be paid in cash or by transfer, until when, and what follows. */
function Voucher({ voucher, card }: VoucherProps) {
  const { t, locale } = useText();
  const { method, until, url } = voucher;
  const at = new Date(until);
  const end = { time: timeIn(at, HOME_ZONE, locale), date: dateInSentence(dateIn(at, HOME_ZONE), locale) };
  return (
    <div className="mt-6 grid gap-5">
      <FactList
        className="grid-cols-2 gap-y-4 border-y-2 border-dashed py-4"
        facts={[
          [
            t("payments-confirmation.voucher.amount", { method }),
            formatMoney({ amount: voucher.amount_minor, currency: voucher.currency }, locale),
          ],
          [t("payments-confirmation.voucher.deadline"), t("gift-cards.pay.until", end)],
        ]}
      />
      <ol className="grid list-decimal gap-2 pl-6 marker:font-bold">
        <li>{t("payments-confirmation.voucher.show", { method })}</li>
        <li>{t("payments-confirmation.voucher.pay", { method })}</li>
        <li>{t("gift-cards.pay.wait", { name: card.receiver })}</li>
      </ol>
      <ButtonLink to={url} className="sm:justify-self-start">
        {t("payments-confirmation.voucher.open", { method })}
      </ButtonLink>
    </div>
  );
}
