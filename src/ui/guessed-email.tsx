import { likelyEmail } from "#src/kernel/mail-typo.ts";
import { useText } from "#src/locales/use-text.ts";

export type GuessedEmailProps = { email: string; onUse: (email: string) => void; className: string };

/** The address that a mistyped one was probably meant to be, as a button; nothing where it looks right. */
export default function GuessedEmail({ email, onUse, className }: GuessedEmailProps) {
  const { t } = useText();
  const meant = likelyEmail(email);
  if (meant === null) return null;
  return (
    <button type="button" className={`${className} inline-flex items-center text-left`} onClick={() => onUse(meant)}>
      <span className="wrap-anywhere">{t("common.didYouMean", { email: meant })}</span>
    </button>
  );
}
