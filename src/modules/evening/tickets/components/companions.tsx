import { Share } from "#src/ui/lucide/icons.ts";
import { Form, useNavigation } from "react-router";
import { useText } from "#src/locales/use-text.ts";
import { Button, LINK } from "#src/ui/button.tsx";
import { Field } from "#src/ui/field.tsx";
import { TextInput } from "#src/ui/text-input.tsx";

/** A guest who comes along: `name` is empty until it is given; `text` is their ticket to send, `href` opens WhatsApp with it. */
export type Companion = { position: number; name: string; text: string; href: string };

type CompanionsProps = {
  companions: readonly Companion[];
  /** The booking's version when the page was rendered. */
  version: number;
  /** What the last answer said of the names; null before any. */
  said: { isNamed: boolean; problem: string | null };
};

/** Who else is coming: their names, and a link that sends each one their ticket. Works without JavaScript. */
export function Companions({ companions, version, said: lastAnswer }: CompanionsProps) {
  const { t } = useText();
  const busy = useNavigation().formData?.get("intent") === "names";
  return (
    <section className="border-t-3 border-text pt-4">
      <h2 className="mb-1.5 text-xl">{t("payments-confirmation.who.title")}</h2>
      <p className="max-w-[38rem] text-text-2">{t("payments-confirmation.who.text")}</p>
      <Form method="post" preventScrollReset className="mt-5 grid gap-5">
        <input type="hidden" name="version" value={version} />
        <ul className="grid gap-x-8 gap-y-5 md:grid-cols-2 lg:grid-cols-3">
          {companions.map((companion, index) => (
            <li key={companion.position} className="grid content-start gap-1">
              <Field id={`name-${companion.position}`} label={t("payments-confirmation.who.field", { n: index + 2 })}>
                {(control) => (
                  <TextInput
                    {...control}
                    name={`name-${companion.position}`}
                    autoComplete="off"
                    maxLength={80}
                    defaultValue={companion.name}
                  />
                )}
              </Field>
              <SendLink {...companion} n={index + 2} />
            </li>
          ))}
        </ul>
        <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
          <Button type="submit" kind="secondary" name="intent" value="names" busy={busy}>
            {t("payments-confirmation.who.submit")}
          </Button>
          <p
            role="status"
            className={lastAnswer.problem ? "font-semibold text-low-text" : "font-semibold text-agave-text"}
          >
            {lastAnswer.problem ?? (lastAnswer.isNamed && t("payments-confirmation.who.saved"))}
          </p>
        </div>
      </Form>
    </section>
  );
}

/** WhatsApp with the ticket's text; phones that can share offer every other way too. */
function SendLink({ name, text, href, n }: Companion & { n: number }) {
  const { t } = useText();
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      className={`${LINK} inline-flex min-h-11 items-center gap-2 justify-self-start`}
      onClick={(event) => {
        if (!("share" in navigator)) return;
        event.preventDefault();
        navigator.share({ text }).catch(() => {}); // the guest closed it
      }}
    >
      <Share aria-hidden size={18} className="shrink-0" />
      <span className="min-w-0 wrap-anywhere">
        {t(name ? "payments-confirmation.who.send" : "payments-confirmation.who.sendUnnamed", { name, n })}
      </span>
    </a>
  );
}
