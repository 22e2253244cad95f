import { createHash } from "node:crypto";
import { zipSync } from "fflate";
import { isoIn } from "#src/kernel/local-time.ts";
import { type Locale, LOCALES } from "#src/kernel/localized.ts";
import { type Text } from "#src/locales/i18n.ts";
import { passToken } from "#src/modules/evening/tickets/grant-pass.server.ts";
import { appSettings } from "#src/modules/base/settings/queries.server.ts";
import { textsFor } from "#src/modules/base/settings/read-texts.server.ts";
import { ticketsOf } from "#src/modules/evening/tickets/queries.server.ts";
import { placeOf, readableCode } from "#src/modules/evening/tickets/rules/ticket.ts";
import {
  applePass,
  appleStrings,
  googlePass,
  type WalletTicket,
} from "#src/modules/evening/tickets/rules/wallet-pass.ts";
import { bookedDeparture } from "#src/modules/evening/tickets/store.server.ts";
import { addGooglePass } from "#src/modules/evening/tickets/store/passes.server.ts";
import { type GooglePass, signedToken } from "#src/platform/call-google-wallet.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { File } from "#src/platform/stream-file.server.ts";
import { signDetached } from "#src/platform/sign-detached.server.ts";
import logo from "#src/ui/logo.svg?raw";

type PassFile = { name: string; content: Buffer };

// stored: pictures and signatures don't compress; the earliest date that zip knows keeps equal passes identical
const AS_IT_IS = { level: 0, mtime: new Date(1980, 0, 1) } as const;

/**
 * A booking's ticket as a pass for Apple Wallet; null when that isn't configured or the booking has no such ticket. A pass of
 * an invalid ticket is marked as voided, so that adding it again voids the older pass. The caller must check access.
 */
export async function applePassFile(ctx: Context, bookingId: string, ticketId: string): Promise<File | null> {
  const { apple } = ctx.settings.wallets;
  const ticket = apple && (await walletTicket(ctx, bookingId, ticketId));
  if (!ticket) return null;
  const files = [
    file("pass.json", JSON.stringify(applePass(ticket, { ...apple, service: serviceOf(ctx, ticketId) }))),
    ...LOCALES.map((locale) => file(`${locale}.lproj/pass.strings`, appleStrings(ticket, locale))),
    ...(await pictures(ticket.brand)),
  ];
  const manifest = file("manifest.json", JSON.stringify(Object.fromEntries(files.map(sum))));
  const signature = { name: "signature", content: signDetached(manifest.content, apple.signer, ctx.now) };
  const content = zipped([...files, manifest, signature]);
  return { filename: `${ticket.reference}.pkpass`, contentType: "application/vnd.apple.pkpass", content };
}

/** Where a phone asks for the pass again, and by what; Apple takes only addresses with TLS. */
const serviceOf = (ctx: Context, ticketId: string) =>
  ctx.settings.BASE_URL.startsWith("https:")
    ? { url: `${ctx.settings.BASE_URL}/wallet`, token: passToken(ctx, ticketId) }
    : null;

const zipped = (files: readonly PassFile[]): Buffer =>
  Buffer.from(zipSync(Object.fromEntries(files.map(({ name, content }) => [name, [content, AS_IT_IS]]))));
const file = (name: string, text: string): PassFile => ({ name, content: Buffer.from(text) });
// Apple's manifest uses SHA-1; the signature over it is what prevents forgery
const sum = ({ name, content }: PassFile) => [name, createHash("sha1").update(content).digest("hex")] as const;

/**
 * The link that saves a ticket in Google Wallet; null and access as for `applePassFile`. Notes that it was asked for: that pass is
 * told of changes from then on.
 */
export async function googleSaveLink(ctx: Context, bookingId: string, ticketId: string): Promise<string | null> {
  const { google } = ctx.settings.wallets;
  const ticket = google && (await walletTicket(ctx, bookingId, ticketId));
  if (!ticket) return null;
  await addGooglePass(ctx.db, { ticketId, language: ctx.locale, now: ctx.now });
  const claims = {
    iss: google.email,
    aud: "google",
    typ: "savetowallet",
    iat: Math.floor(ctx.now.getTime() / 1000),
    payload: googlePass(ticket, google.issuerId, ctx.locale),
  };
  return `https://pay.google.com/gp/v/save/${signedToken(claims, google.key)}`;
}

/** A ticket as Google's API takes it, in a language; null where that wallet isn't configured or the booking has no such ticket. */
export async function googlePassOf(
  ctx: Context,
  bookingId: string,
  ticketId: string,
  locale: Locale,
): Promise<GooglePass | null> {
  const { google } = ctx.settings.wallets;
  const ticket = google && (await walletTicket(ctx, bookingId, ticketId));
  if (!ticket) return null;
  const {
    eventTicketClasses: [eventTicketClass],
    eventTicketObjects: [eventTicketObject],
  } = googlePass(ticket, google.issuerId, locale);
  return { eventTicketClass, eventTicketObject };
}

async function walletTicket(ctx: Context, bookingId: string, ticketId: string): Promise<WalletTicket | null> {
  const departure = await bookedDeparture(ctx.db, bookingId);
  const tickets = departure ? await ticketsOf(ctx, bookingId) : [];
  const ticket = tickets.find(({ id }) => id === ticketId);
  if (!departure || !ticket) return null;
  const [{ brand, branding }, en, es] = await Promise.all([appSettings(ctx), textsFor(ctx, "en"), textsFor(ctx, "es")]);
  const flash = (text: (t: Text, locale: Locale) => string) => ({ en: text(en.t, "en"), es: text(es.t, "es") });
  const both = (text: string, spanish: string | null) => ({ en: text, es: spanish || text });
  const n = tickets.filter(({ status }) => status === "valid").indexOf(ticket) + 1;
  const [crawl, city] = [both(departure.title, departure.title_es), both(departure.city, departure.city_es)];
  return {
    ticketId,
    departureId: departure.departure_id,
    token: ticket.token,
    code: readableCode(ticket.code),
    guest: ticket.guest_name
      ? both(ticket.guest_name, null)
      : flash((t) => t("payments-confirmation.ticket.guest", { n: n || placeOf(ticket) })),
    reference: departure.reference,
    crawl,
    place: departure.meeting_place
      ? both(departure.meeting_place, departure.meeting_place_es)
      : departure.meeting_point
        ? both(departure.meeting_point, departure.meeting_point_es)
        : city,
    city,
    starts: isoIn(departure.starts_at, departure.time_zone),
    ends: isoIn(departure.ends_at, departure.time_zone),
    voided: ticket.status !== "valid" || departure.status !== "confirmed" || departure.departure_status !== "scheduled",
    test: departure.test,
    brand: { name: brand, colour: branding.primary_color, text: branding.button_text_color },
    words: {
      description: flash((t, locale) => t("tickets.passDescription", { crawl: crawl[locale] })),
      when: flash((t) => t("payments-confirmation.ticket.time")),
      whenChanged: flash((t) => t("tickets.passMoved")),
      place: flash((t) => t("payments-confirmation.ticket.place")),
      placeChanged: flash((t) => t("tickets.passPlaceChanged")),
      guest: flash((t) => t("payments-confirmation.ticket.name")),
      reference: flash((t) => t("payments-confirmation.ticket.reference")),
      age: flash((t) => t("tickets.age")),
      adults: flash((t) => t("tickets.adults")),
      test: flash((t) => t("payments-confirmation.ticket.test")),
    },
  };
}

/** The house's mark in the sizes that Apple requires, at 1×, 2× and 3×. */
async function pictures({ colour, text }: WalletTicket["brand"]): Promise<PassFile[]> {
  // loaded for the first pass: no start waits for it
  const { default: sharp } = await import("sharp");
  const sizes = [
    ["icon", 29],
    ["logo", 50],
  ] as const;
  const sizesNeeded = sizes.flatMap(([name, points]) =>
    [1, 2, 3].map((scale) => [`${name}${scale > 1 ? `@${scale}x` : ""}.png`, points * scale] as const),
  );
  // the icon is shown on the phone's backgrounds, the logo on the pass itself
  return Promise.all(
    sizesNeeded.map(async ([name, pixels]) => {
      const svg = name.startsWith("icon") ? mark(colour, text) : mark(text, colour);
      return { name, content: await sharp(Buffer.from(svg), { density: 300 }).resize(pixels).png().toBuffer() };
    }),
  );
}

function mark(disc: string, glass: string): string {
  const inside = /<symbol[^>]*>([\s\S]*)<\/symbol>/.exec(logo)?.[1] ?? "";
  const drawn = inside
    .replaceAll(/var\(--logo-disc[^"]*/g, disc)
    .replaceAll(/var\(--logo-glass[^"]*/g, glass)
    .replaceAll(/var\(--c-marigold[^"]*/g, "#ffb000");
  // the pass shows the name right of the mark
  return `<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100" viewBox="0 0 100 100">${drawn}</svg>`;
}
