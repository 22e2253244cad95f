import { type Company } from "#src/modules/base/settings/rules/payment-companies.ts";
import type { AgreedPage } from "#src/modules/site/content/rules/page-fields.ts";
import type { ListedVersion } from "#src/modules/site/content/rules/page-lists.ts";
import { z } from "zod";
import type { Currency } from "#src/kernel/money.ts";
import type { Site } from "#src/kernel/site.ts";
import type { MailTest } from "#src/modules/mail/notifications/rules/email-log.ts";
import type { Texts } from "#src/modules/office/options/rules/option-form.ts";
import type { RateTexts } from "#src/modules/office/options/rules/rates.ts";
import { SCHEDULED, SECTIONS, type Section } from "#src/modules/office/options/rules/sections.ts";
import type { PaymentsMode } from "#src/modules/base/settings/rules/practice.ts";

/** Whether colors that can hardly be read, or rates that move far, are meant so. */
export const Confirmed = z.object({
  confirmed: z
    .literal("true")
    .optional()
    .transform((confirmed) => confirmed !== undefined),
});
/** The section of a form; its fields are read by the rules of the form. */
export const SaveSection = Confirmed.extend({ section: z.enum([...SECTIONS, SCHEDULED]) });

/** A crawl that the calendar may show. */
export type CrawlChoice = { id: string; title: string; city: string; state: "shown" | "hidden" | "deleted" };

/** What a site shows: its cities and crawls, and how many nights are still to come. */
export type ShownSite = { site: Site; cities: string[]; crawls: number; nights: number };

/** What a section shows beside its settings; each part only in the section that shows it. Instants are ISO strings. */
export type Facts = {
  rates?: { stored: RateTexts; today: string; chargedBy: Partial<Record<Currency, string[]>> };
  crawls?: CrawlChoice[];
  /** the contact that the footer gives now */
  footer?: Partial<Record<"email" | "phone" | "facebook" | "instagram" | "twitter", string>>;
  payments?: {
    mode: PaymentsMode;
    companies: { name: Company; isConfigured: boolean; lastMessage: string | null }[];
  };
  /** the next number of each series */
  folios?: string[];
  mail?: {
    from: string;
    /** host and port; null where none is set */
    server: string | null;
    isCaptured: boolean;
    waiting: number;
    failed: number;
    /** seconds */
    away: number;
    lastSent: string | null;
    /** what became of the test that the person sent to themselves within the hour */
    test: MailTest | null;
  };
  /** what guests agree to now; null before versions were kept */
  agreed?: Record<AgreedPage, ListedVersion | null>;
  sites?: { shown: ShownSite[]; fixed: Site | null; base: string; origins: string[] };
};

/** A section as it is opened. */
export type OpenSection<S extends Section = Section> = { section: S; texts: Texts; defaults: Texts; facts: Facts };
