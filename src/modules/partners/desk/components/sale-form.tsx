import { ArrowLeft, Banknote, QrCode } from "#src/ui/lucide/icons.ts";
import { type FormEvent, useEffect, useState } from "react";
import { clockTime, shortDate } from "#src/kernel/local-time.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import { formatPesos } from "#src/kernel/money.ts";
import type { FieldError } from "#src/locales/field-errors.ts";
import { useText } from "#src/locales/use-text.ts";
import { creditUse } from "#src/modules/money/credits/rules/credit.ts";
import { AddOnRows } from "#src/modules/sales/booking/components/add-on-choice.tsx";
import { Fold } from "#src/modules/sales/booking/components/fold.tsx";
import { addOnField } from "#src/modules/sales/booking/rules/add-on-field.ts";
import { type CounterAddOn, counterAddOns } from "#src/modules/sales/booking/rules/counter-add-ons.ts";
import { SMALLEST_CHARGE } from "#src/modules/sales/booking/rules/quote.ts";
import type { SaleFields } from "#src/modules/partners/desk/components/desk-line.ts";
import type { DeskAnswer, DeskNight, OpenDesk } from "#src/modules/partners/desk/schema.ts";
import { Button, LINK } from "#src/ui/button.tsx";
import { classNames } from "#src/ui/class-names.ts";
import { EmailInput } from "#src/ui/email-input.tsx";
import { Field } from "#src/ui/field.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { Quantity } from "#src/ui/quantity.tsx";
import { TextInput } from "#src/ui/text-input.tsx";
import { useFieldErrors } from "#src/ui/use-field-errors.ts";

type SaleFormProps = {
  desk: OpenDesk;
  night: DeskNight;
  /** what is sold beside its places; none until that is known */
  addOns: readonly CounterAddOn<"MXN">[];
  /** asks for them */
  onLook: (night: string) => void;
  answer: DeskAnswer | null;
  /** what was sent before and refused, to be mended */
  before: SaleFields | null;
  onBack: () => void;
  onSell: (fields: SaleFields) => void;
  /** asks what a code would pay of a total; undefined when the line is lost */
  onCheck: (code: string, total: number) => Promise<DeskAnswer | undefined>;
  busy: boolean;
};

const LANGUAGES = ["es", "en"] as const;

/** One booking: how many, who, and how it is paid. */
export function SaleForm({
  desk,
  night,
  addOns,
  onLook,
  answer,
  before,
  onBack,
  onSell,
  onCheck,
  busy,
}: SaleFormProps) {
  const { t, locale } = useText();
  const [people, setPeople] = useState(Number(before?.people ?? 2));
  const [language, setLanguage] = useState<string>(before?.language ?? locale);
  const [missing, setMissing] = useState<FieldError[]>([]);
  const most = Math.max(1, Math.min(night.free ?? desk.maxPeople, desk.maxPeople));
  const count = Math.min(people, most);
  const { price } = night.parties.findLast(({ from }) => from <= count) ?? night;
  const [quantities, setQuantities] = useState<Readonly<Record<string, number>>>({});
  const wishes = {
    // those of a sale that is mended come with what is offered
    ...Object.fromEntries(addOns.map(({ id }) => [id, Number(before?.[addOnField(id)] ?? 0)])),
    ...quantities,
  };
  const { rows, chosen, sum } = counterAddOns(addOns, wishes, { people: count, currency: "MXN" });
  // an effect, because what is left is the server's: asked when the form opens, also after a refusal
  useEffect(() => {
    onLook(night.id);
  }, [onLook, night.id]);
  const total = price * count + sum;
  const [code, setCode] = useState(before?.credit_code ?? "");
  const [credit, setCredit] = useState(answer?.credit ?? null);
  const pays =
    credit && credit.code === code.trim() ? creditUse({ left: credit.left, total, smallest: SMALLEST_CHARGE.MXN }) : 0;
  const rest = total - pays;
  const isUnchecked = code.trim() !== "" && pays === 0;
  // what is wrong with a code is said at its field: the top of the form is out of sight there
  const [refused, setRefused] = useState<{ code: string; answer: DeskAnswer } | null>(null);
  const codeError = refused?.code === code.trim() ? refused.answer.formError : undefined;
  const check = async () => {
    const checked = await onCheck(code.trim(), total);
    setRefused(checked?.formError ? { code: code.trim(), answer: checked } : null);
    setCredit(checked?.credit ?? null);
  };
  const amount = formatPesos(rest, locale);
  const paid =
    pays > 0 && t("desk.form.creditPays", { amount: formatPesos(pays, locale), total: formatPesos(total, locale) });
  const left = Math.max(0, desk.cash.limit - desk.cash.owed);
  const takesCash = desk.cash.limit > 0;
  const { errorOf } = useFieldErrors([...missing, ...(answer?.fieldErrors ?? [])]);
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string) => {
      const value = form.get(name);
      return typeof value === "string" ? value.trim() : "";
    };
    const lacks: FieldError[] = [];
    if (text("name") === "") lacks.push({ id: "name", message: "desk.error.guest" });
    if (text("phone") === "" && text("email") === "") lacks.push({ id: "phone", message: "desk.error.contact" });
    setMissing(lacks);
    if (isUnchecked) return void check();
    if (lacks[0]) return event.currentTarget.querySelector<HTMLInputElement>(`[name="${lacks[0].id}"]`)?.focus();
    const { submitter } = event.nativeEvent as SubmitEvent;
    onSell({
      // made here and kept before it is sent: whatever becomes of the line, this sale has one name
      key: crypto.randomUUID(),
      departure_id: night.id,
      people: String(Math.min(people, most)),
      name: text("name"),
      phone: text("phone"),
      email: text("email"),
      language,
      way: submitter?.getAttribute("value") === "cash" ? "cash" : "link",
      expected: String(total),
      ...Object.fromEntries(chosen.map(({ id, quantity }) => [addOnField(id), String(quantity)])),
      ...(pays > 0 && { credit_code: code.trim(), credit_pays: String(pays) }),
    });
  };
  return (
    <form onSubmit={send} noValidate className="grid grid-cols-1 gap-5">
      <div>
        <Button kind="secondary" small onClick={onBack}>
          <ArrowLeft aria-hidden size={18} />
          {t("desk.form.back")}
        </Button>
      </div>
      <header>
        <p className="font-semibold text-text-2">
          {night.isToday ? t("desk.nights.tonight") : shortDate(night.date, locale)}, {clockTime(night.start, locale)}
        </p>
        <h1 className="text-h2 wrap-anywhere">{night.crawl}</h1>
      </header>
      {answer?.formError && answer !== refused?.answer && (
        <Notice tone="bad" live>
          {t(answer.formError, answer.values)}
        </Notice>
      )}
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div>
          <label htmlFor="people" className="mb-1.5 block font-semibold">
            {t("desk.form.people")}
          </label>
          <Quantity
            id="people"
            min={1}
            max={most}
            value={Math.min(people, most)}
            onValue={setPeople}
            labels={{ fewer: t("desk.form.fewer"), more: t("desk.form.more") }}
          />
        </div>
        <p aria-live="polite" className="grow text-right">
          <span className="block text-text-2">{t(pays > 0 ? "desk.form.toPay" : "desk.form.total")}</span>
          <strong className="font-display text-4xl tabular-nums">{amount}</strong>
          {paid && <span className="block text-text-2">{paid}</span>}
        </p>
      </div>
      {rows.length > 0 && (
        <Fold
          open={chosen.length > 0}
          summary={
            <span className="min-w-0">
              {t("booking-checkout.addOns")}{" "}
              <span className="font-normal wrap-anywhere text-text-2">{rows.map(({ name }) => name).join(" · ")}</span>
            </span>
          }
        >
          <AddOnRows
            offered={rows}
            quantities={wishes}
            onQuantity={(id, quantity) => setQuantities((now) => ({ ...now, [id]: quantity }))}
            className="-mt-3"
          />
        </Fold>
      )}
      <Field id="name" label={t("desk.form.name")} className="max-w-none" {...errorOf("name")}>
        {(control) => (
          <TextInput
            {...control}
            name="name"
            defaultValue={before?.name}
            maxLength={80}
            autoComplete="off"
            autoCapitalize="words"
          />
        )}
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field id="phone" label={t("desk.form.phone")} hint={t("desk.form.phoneHint")} {...errorOf("phone")}>
          {(control) => (
            <TextInput
              {...control}
              name="phone"
              defaultValue={before?.phone}
              type="tel"
              inputMode="tel"
              maxLength={30}
              autoComplete="off"
            />
          )}
        </Field>
        <Field id="email" label={t("desk.form.email")} {...errorOf("email")}>
          {(control) => (
            <EmailInput {...control} name="email" defaultValue={before?.email} maxLength={254} autoComplete="off" />
          )}
        </Field>
      </div>
      <fieldset>
        <legend className="mb-1.5 font-semibold">{t("desk.form.language")}</legend>
        <div className="grid grid-cols-2 gap-2">
          {LANGUAGES.map((one) => (
            <label
              key={one}
              className="flex min-h-13 cursor-pointer items-center justify-center rounded-md font-semibold inset-ring-2 inset-ring-border-strong has-checked:bg-text has-checked:text-surface has-focus-visible:outline-3 has-focus-visible:outline-offset-2"
            >
              <input
                type="radio"
                name="language"
                value={one}
                checked={language === one}
                onChange={() => setLanguage(one)}
                className="sr-only"
              />
              {t(`desk.form.${one}`)}
            </label>
          ))}
        </div>
      </fieldset>
      <Field
        id="credit_code"
        label={t("desk.form.credit")}
        className="max-w-none"
        {...(codeError
          ? { error: t(codeError, refused?.answer.values) }
          : // here too: the total is out of sight on a phone, and the buttons below may show no amount
            (isUnchecked || paid) && { hint: paid || t("desk.form.creditHint") })}
      >
        {(control) => (
          <div className="flex gap-2.5">
            <TextInput
              {...control}
              name="credit_code"
              value={code}
              onChange={({ currentTarget }) => setCode(currentTarget.value)}
              maxLength={50}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
            />
            <Button
              kind="secondary"
              small
              busy={busy}
              disabled={code.trim() === ""}
              onClick={() => void check()}
              className="min-h-12.5"
            >
              {t("desk.form.creditCheck")}
            </Button>
          </div>
        )}
      </Field>
      <Agreement />
      <div className="grid gap-2.5">
        {rest === 0 && (
          <Button type="submit" name="way" value="link" wide>
            {t("desk.form.creditAll")}
          </Button>
        )}
        {rest > 0 && takesCash && rest <= left && (
          <Button type="submit" name="way" value="cash" wide>
            <Banknote aria-hidden size={22} />
            {t("desk.form.cash", { amount })}
          </Button>
        )}
        {takesCash && rest > left && (
          <p className="text-text-2">{t("desk.form.cashLeft", { left: formatPesos(left, locale) })}</p>
        )}
        {rest > 0 && (
          <Button type="submit" name="way" value="link" wide kind={takesCash && rest <= left ? "secondary" : "primary"}>
            <QrCode aria-hidden size={22} />
            {t("desk.form.link")}
          </Button>
        )}
      </div>
    </form>
  );
}

/** For reception to show: the versions of both as they are at the sale are kept with the booking. */
function Agreement() {
  const { t, locale } = useText();
  const pages = [
    ["/terms", t("desk.form.terms")],
    ["/privacy", t("desk.form.privacy")],
  ] as const;
  return (
    <div className="text-text-2">
      <p>{t("desk.form.agree")}</p>
      <p className="flex flex-wrap gap-x-5">
        {pages.map(([path, name]) => (
          <a
            key={path}
            href={localizedPath(path, locale)}
            target="_blank"
            rel="noopener"
            className={classNames(LINK, "flex min-h-11 items-center")}
          >
            {name}
          </a>
        ))}
      </p>
    </div>
  );
}
