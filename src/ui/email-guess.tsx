import { type FunctionComponent, lazy, Suspense } from "react";
import { LINK } from "./button.tsx";
import type { GuessedEmailProps } from "./guessed-email.tsx";

// no page needs it before an address is typed; offline nothing is asked
const nothing = { default: () => null };
const GuessedEmail = lazy<FunctionComponent<GuessedEmailProps>>(() =>
  import("./guessed-email.tsx").catch(() => nothing),
);

type EmailGuessProps = { email: string; onUse: (email: string) => void; className?: string };

/** Asks whether a mistyped address was meant to be another; one tap takes that. Nothing where it looks right, and it never blocks. */
export const EmailGuess = ({ email, onUse, className = `${LINK} min-h-11` }: EmailGuessProps) => (
  // the element stays, or a screen reader would not be told what appears in it
  <span role="status" className="block">
    {email !== "" && (
      <Suspense>
        <GuessedEmail email={email} onUse={onUse} className={className} />
      </Suspense>
    )}
  </span>
);
