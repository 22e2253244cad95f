import { CircleCheck, CircleX, Martini, TriangleAlert } from "#src/ui/lucide/icons.ts";
import { useId, useRef } from "react";
import { Form, useLocation, useNavigation } from "react-router";
import { clockTime, timeIn } from "#src/kernel/local-time.ts";
import { localeOfPath, localizedPath } from "#src/kernel/localized.ts";
import { tabTitle } from "#src/kernel/brand.ts";
import { useText } from "#src/locales/use-text.ts";
import { ScanCode } from "#src/modules/evening/vouchers/components/scan-code.tsx";
import type { BarAnswer } from "#src/modules/evening/vouchers/rules/answer.ts";
import type { GroupTonight } from "#src/modules/evening/vouchers/schema.ts";
import { Button } from "#src/ui/button.tsx";
import { classNames } from "#src/ui/class-names.ts";
import { TextInput } from "#src/ui/text-input.tsx";

type BarPageProps = {
  bar: { state: "open" | "off" | "revoked"; name: string; zone: string; groups: readonly GroupTonight[] } | null;
  answer: BarAnswer | undefined;
  /** Under which the next tap is counted once. */
  tapKey: string;
};

/** What a bar sees behind its secret link: tonight's groups, and where it redeems their drink vouchers. */
export function BarPage({ bar, answer, tapKey }: BarPageProps) {
  const { t, locale } = useText();
  const { pathname } = useLocation();
  const other = locale === "en" ? "es" : "en";
  const plain = localeOfPath(pathname) === "es" ? pathname.slice(3) : pathname;
  const title = bar?.state === "open" ? bar.name : t("vouchers.closed.title");
  return (
    <>
      <title>{tabTitle(t("vouchers.pageTitle", { bar: title }), t("common.brand"))}</title>
      <meta name="robots" content="noindex" />
      <main id="main" className="mx-auto grid max-w-xl gap-5 px-4 pt-3 pb-16">
        <p className="flex justify-end">
          <a
            href={localizedPath(plain, other)}
            lang={other}
            className="inline-flex min-h-11 items-center font-semibold"
          >
            {t("tickets.otherLanguage")}
          </a>
        </p>
        <h1 className="text-4xl">{title}</h1>
        {bar?.state === "open" ? (
          <>
            {answer && <Result answer={answer} zone={bar.zone} />}
            <RedeemForm tapKey={tapKey} isAgain={answer !== undefined} />
            <Groups groups={bar.groups} />
          </>
        ) : (
          <p className="text-lg">{t(`vouchers.closed.${bar?.state ?? "unknown"}`)}</p>
        )}
      </main>
    </>
  );
}

const TONES = {
  done: { look: "bg-[#0b6b54] text-[#fff]", Icon: CircleCheck },
  used: { look: "bg-marigold text-on-marigold", Icon: TriangleAlert },
  no: { look: "bg-[#4a3c45] text-[#fff]", Icon: CircleX },
} as const;

/** How the last tap ended, to be read at arm's length. */
function Result({ answer: { tone, flash, text, values = {}, use }, zone }: { answer: BarAnswer; zone: string }) {
  const { t, locale } = useText();
  if (!tone || !flash) return null;
  const { look, Icon } = TONES[tone];
  const at = values["at"];
  const texts = { ...values, ...(typeof at === "string" ? { at: timeIn(new Date(at), zone, locale) } : {}) };
  return (
    <section role={tone === "no" ? "alert" : "status"} className={classNames("grid gap-2 rounded-lg p-5", look)}>
      <p className="flex items-center gap-3">
        <Icon aria-hidden size={40} className="shrink-0" />
        <strong className="font-display text-3xl leading-none">{t(flash, texts)}</strong>
      </p>
      {text && <p className="text-lg">{t(text, texts)}</p>}
      {use && (
        <Form method="post">
          <input type="hidden" name="intent" value="undo" />
          <input type="hidden" name="use" value={use} />
          <button type="submit" className="min-h-11 font-bold underline">
            {t("vouchers.undo")}
          </button>
        </Form>
      )}
    </section>
  );
}

function RedeemForm({ tapKey, isAgain }: { tapKey: string; isAgain: boolean }) {
  const { t } = useText();
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const busy = useNavigation().state !== "idle";
  const onCode = (text: string) => {
    const field = form.current?.elements.namedItem("code");
    if (!(field instanceof HTMLInputElement)) return;
    field.value = text;
    // where the answer stands
    document.documentElement.scrollTo({ top: 0 });
    form.current?.requestSubmit();
  };
  return (
    <Form ref={form} method="post" key={tapKey} className="grid gap-3">
      <input type="hidden" name="intent" value="redeem" />
      <input type="hidden" name="key" value={tapKey} />
      <label htmlFor={id} className="font-semibold">
        {t("vouchers.code")}
      </label>
      <TextInput
        id={id}
        name="code"
        required
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={400}
        aria-describedby={`${id}-hint`}
        className="text-center font-mono text-3xl! tracking-widest uppercase"
      />
      <p id={`${id}-hint`} className="text-small text-text-2">
        {t("vouchers.codeHint")}
      </p>
      <Button type="submit" wide busy={busy}>
        <Martini aria-hidden size={22} />
        {t(isAgain ? "vouchers.redeemNext" : "vouchers.redeem")}
      </Button>
      <ScanCode onCode={onCode} />
    </Form>
  );
}

function Groups({ groups }: { groups: readonly GroupTonight[] }) {
  const { t, locale } = useText();
  return (
    <section className="grid gap-2 border-t-3 border-text pt-4">
      <h2 className="text-2xl">{t("vouchers.tonight")}</h2>
      {groups.length === 0 && <p>{t("vouchers.nobody")}</p>}
      <ul className="grid gap-3">
        {groups.map((group) => (
          <li key={`${group.departureId} ${group.at}`}>
            <strong className="block">{`${clockTime(group.at, locale)} · ${group.crawl}`}</strong>
            {t("vouchers.group", { people: group.people, vouchers: group.vouchers, redeemed: group.redeemed })}
          </li>
        ))}
      </ul>
    </section>
  );
}
