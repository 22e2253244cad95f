import type { Locale } from "#src/kernel/localized.ts";

/**
 * One guest's ticket as both wallets show it. Texts are in both languages: a wallet uses the phone's language, not the
 * booking's.
 */
export type WalletTicket = {
  ticketId: string;
  departureId: string;
  /** content of the QR code */
  token: string;
  /** for typing, in its readable form */
  code: string;
  guest: Texts;
  reference: string;
  crawl: Texts;
  /** the meeting point; the city where that isn't known yet */
  place: Texts;
  city: Texts;
  /** ISO 8601 with the city's offset, so that no phone converts it */
  starts: string;
  ends: string;
  /** a ticket that is no longer (or not) valid */
  voided: boolean;
  /** a test booking */
  test: boolean;
  brand: { name: string; colour: string; text: string };
  words: Record<PassWord, Texts>;
};
type Texts = Record<Locale, string>;

/** Keys of the passes' labels. */
export const PASS_WORDS = [
  "description",
  "when",
  "whenChanged",
  "place",
  "placeChanged",
  "guest",
  "reference",
  "age",
  "adults",
  "test",
] as const;
export type PassWord = (typeof PASS_WORDS)[number];

/** `#dc1846` in Apple's notation: `rgb(220, 24, 70)`. */
const rgb = (hex: string): string =>
  `rgb(${[1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(", ")})`;

/** Whose passes they are, and where a phone asks for a pass again; null where it can't. */
type AppleIssuer = { passTypeId: string; teamId: string; service: { url: string; token: string } | null };

/**
 * The content of pass.json: an event ticket of Apple Wallet (PassKit package format 1). Labels and texts that differ by
 * language are keys of pass.strings. The time is the city's (`ignoresTimeZone`), and the pass appears on the lock screen at
 * that time.
 */
export function applePass(ticket: WalletTicket, { passTypeId, teamId, service }: AppleIssuer) {
  const field = (key: string, label: PassWord, value: string, more: object = {}) => ({ key, label, value, ...more });
  const hour = { dateStyle: "PKDateStyleMedium", timeStyle: "PKDateStyleShort", ignoresTimeZone: true };
  return {
    formatVersion: 1,
    passTypeIdentifier: passTypeId,
    teamIdentifier: teamId,
    serialNumber: ticket.ticketId,
    ...(service ? { webServiceURL: service.url, authenticationToken: service.token } : {}),
    organizationName: ticket.brand.name,
    logoText: ticket.brand.name,
    description: "description",
    groupingIdentifier: ticket.departureId,
    relevantDate: ticket.starts,
    expirationDate: ticket.ends,
    voided: ticket.voided,
    backgroundColor: rgb(ticket.brand.colour),
    foregroundColor: rgb(ticket.brand.text),
    labelColor: rgb(ticket.brand.text),
    barcodes: [
      { format: "PKBarcodeFormatQR", message: ticket.token, messageEncoding: "iso-8859-1", altText: ticket.code },
    ],
    eventTicket: {
      headerFields: ticket.test ? [{ key: "test", value: "test" }] : [],
      primaryFields: [{ key: "crawl", value: "crawl" }],
      // a field with a change message is shown on the lock screen when it changes
      secondaryFields: [
        field("when", "when", ticket.starts, { ...hour, changeMessage: "whenChanged" }),
        field("guest", "guest", "guestName"),
      ],
      auxiliaryFields: [field("place", "place", "placeName", { changeMessage: "placeChanged" })],
      backFields: [field("reference", "reference", ticket.reference), field("age", "age", "adults")],
    },
  };
}

/** The texts of a pass in one language, in the format of Apple's pass.strings. */
export function appleStrings(ticket: WalletTicket, locale: Locale): string {
  const flash = {
    ...Object.fromEntries(PASS_WORDS.map((word) => [word, ticket.words[word][locale]])),
    crawl: ticket.crawl[locale],
    guestName: ticket.guest[locale],
    placeName: [...new Set([ticket.place[locale], ticket.city[locale]])].join(", "),
  };
  const quoted = (text: string) => `"${text.replaceAll(/["\\]/g, String.raw`\$&`).replaceAll("\n", String.raw`\n`)}"`;
  return Object.entries(flash)
    .map(([key, text]) => `${quoted(key)} = ${quoted(text)};\n`)
    .join("");
}

/**
 * The content of a link to Google Wallet: the departure as a class, the ticket as its object (REST reference of
 * eventticketclass and eventticketobject). All of it is part of the link, which Google limits to 1,800 characters: so it is in
 * the page's language only, and repeats nothing.
 */
export function googlePass(ticket: WalletTicket, issuerId: string, locale: Locale) {
  const classId = `${issuerId}.${ticket.departureId.replaceAll("-", "")}-${locale}`;
  const flash = (texts: Texts) => ({ defaultValue: { language: locale, value: texts[locale] } });
  return {
    eventTicketClasses: [
      {
        id: classId,
        issuerName: ticket.brand.name,
        reviewStatus: "UNDER_REVIEW",
        eventName: flash(ticket.crawl),
        venue: { name: flash(ticket.place), address: flash(ticket.city) },
        dateTime: { start: ticket.starts },
      },
    ] as const,
    eventTicketObjects: [
      {
        id: `${issuerId}.${ticket.code.replace(" ", "")}`,
        classId,
        state: ticket.voided ? "INACTIVE" : "ACTIVE",
        ticketHolderName: ticket.guest[locale],
        ...(ticket.test ? { ticketType: flash(ticket.words.test) } : {}),
        hexBackgroundColor: ticket.brand.colour,
        barcode: { type: "QR_CODE", value: ticket.token, alternateText: ticket.code },
      },
    ] as const,
  };
}
