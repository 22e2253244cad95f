import { likelyEmail } from "#src/kernel/mail-typo.ts";
import { useText } from "#src/locales/use-text.ts";
import { LINK } from "./button.tsx";

type EmailGuessProps = { email: string; onUse: (email: string) => void; className?: string };

/** Asks whether a mistyped address was meant to be another; one tap takes that. Nothing where it looks right, and it never blocks. */
export function EmailGuess({ email, onUse, className = `${LINK} min-h-11` }: EmailGuessProps) {
  const { t } = useText();
  const meant = likelyEmail(email);
  // the element stays, or a screen reader would not be told what appears in it
  return (
    <span role="status" className="block">
      {meant !== null && (
        <button
          type="button"
          className={`${className} inline-flex items-center text-left`}
          onClick={() => onUse(meant)}
        >
          <span className="wrap-anywhere">{t("common.didYouMean", { email: meant })}</span>
        </button>
      )}
    </span>
  );
}
