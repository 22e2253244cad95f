import { besideNumber, choice, listAddress, page, view } from "#src/kernel/list-address.ts";
import { EVENT_STATES } from "#src/modules/partners/measurement/schema.ts";
import { DECISIONS } from "#src/modules/sales/affiliates/rules/consent.ts";

const VIEWS = ["log", "events"] as const;
export const CONSENT_LANGUAGES = ["en", "es"] as const;

/** The address of the log of consents. */
export const CONSENT_LIST = listAddress({
  decision: choice(DECISIONS),
  language: choice(CONSENT_LANGUAGES),
  older: besideNumber(),
  newer: besideNumber(),
});

/** The address of the page: the log of consents, or the events that are reported. */
export const EVENT_LIST = listAddress({ view: view(VIEWS, "log"), state: choice(EVENT_STATES), page: page() });
