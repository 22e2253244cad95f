import { lazy, Suspense, useState, useSyncExternalStore } from "react";
import { patiently } from "#src/kernel/patiently.ts";
import type { Locale } from "#src/kernel/localized.ts";
import { keepLanguage, storedLanguage, useLanguage } from "#src/modules/site/content/components/language-provider.tsx";
import { offeredLanguage } from "#src/modules/site/content/rules/offered-language.ts";

// most readers are offered nothing
const Card = lazy(async () => ({
  default: (await patiently(() => import("#src/modules/site/content/components/language-card.tsx"))).LanguageCard,
}));

/**
 * Offers the page in the reader's own language, in that language. Nobody is moved unasked, and an answer is kept. Only the
 * browser knows: the page is the same for everyone (docs/decisions/075).
 */
export function LanguageOffer() {
  const { language } = useLanguage();
  const [refused, setRefused] = useState(false);
  const offered = useOffered(language);
  if (offered === null || refused) return null;
  const refuse = () => {
    keepLanguage(language);
    setRefused(true);
  };
  return (
    <Suspense>
      <Card offered={offered} onRefuse={refuse} />
    </Suspense>
  );
}

/** What was chosen and what the browser asks for are no part of the page. */
const useOffered = (page: Locale): Locale | null =>
  useSyncExternalStore(
    never,
    () => offeredLanguage(page, storedLanguage(), navigator.languages),
    () => null,
  );
const never = () => () => undefined;
