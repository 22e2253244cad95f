import { createHash, createPublicKey, verify, X509Certificate } from "node:crypto";
import { crc32 } from "node:zlib";
import sharp from "sharp";
import { expect, test } from "vitest";
import { issueTickets } from "#src/modules/evening/tickets/issue-tickets.server.ts";
import { ticketsOf } from "#src/modules/evening/tickets/queries.server.ts";
import { voidTickets } from "#src/modules/evening/tickets/void-tickets.server.ts";
import { applePassFile, googleSaveLink } from "#src/modules/evening/tickets/write-passes.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { readSettings } from "#src/platform/env.server.ts";
import { contentOf, valuesIn } from "#src/platform/sign-detached.server.ts";
import { bookDeparture } from "#tests/booked-departure.ts";
import { freshDatabase } from "#tests/database.ts";
import { ownCertificate } from "#tests/own-certificate.ts";

const pass = ownCertificate("Pass Type ID: pass.test.ronda", 7);
const authority = ownCertificate("Worldwide Developer Relations");
const google = ownCertificate("Service account");
const environment = {
  APPLE_PASS_TYPE_ID: "pass.test.ronda",
  APPLE_TEAM_ID: "A1B2C3D4E5",
  APPLE_PASS_CERT: pass.certificate,
  APPLE_PASS_KEY: Buffer.from(pass.key).toString("base64"),
  APPLE_WWDR_CERT: authority.certificate,
  GOOGLE_WALLET_ISSUER_ID: "3388000000012345678",
  GOOGLE_WALLET_KEY: JSON.stringify({ client_email: "wallet@ronda.test", private_key: google.key }),
};
const database = freshDatabase();

/** A booking of three guests, the second of them named, and a context for calls about it. */
async function booked(): Promise<{ ctx: Context; bookingId: string; ids: string[] }> {
  const ctx = { ...database.ctx(), settings: readSettings({ BASE_URL: "http://ronda.test", ...environment }) };
  const bookingId = await bookDeparture(ctx, {
    number_of_people: 3,
    additional_names: ['Leo "El Gallo" Paz'],
    test: true,
  });
  await ctx.db.transaction().execute((tx) => issueTickets(ctx, tx, { bookingId }));
  return { ctx, bookingId, ids: (await ticketsOf(ctx, bookingId)).map(({ id }) => id) };
}

/** The files of a zip archive by its central directory, each with its checksum verified. */
function unzipped(archive: Buffer): Map<string, Buffer> {
  const end = archive.length - 22;
  expect(archive.readUInt32LE(end)).toBe(0x06054b50);
  const files = new Map<string, Buffer>();
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left--) {
    const [sum, size] = [archive.readUInt32LE(at + 16), archive.readUInt32LE(at + 20)];
    const [named, offset] = [archive.readUInt16LE(at + 28), archive.readUInt32LE(at + 42)];
    const name = archive.toString("utf8", at + 46, at + 46 + named);
    expect(archive.readUInt32LE(offset)).toBe(0x04034b50);
    const content = archive.subarray(offset + 30 + named, offset + 30 + named + size);
    expect(crc32(content)).toBe(sum);
    files.set(name, content);
    at += 46 + named;
  }
  expect(at).toBe(end);
  return files;
}

test("a pass for Apple Wallet is the ticket, in the city's time and in both languages", async () => {
  const { ctx, bookingId, ids } = await booked();
  const [, second] = await ticketsOf(ctx, bookingId);
  const result = await applePassFile(ctx, bookingId, ids[1]!);
  expect(result?.contentType).toBe("application/vnd.apple.pkpass");
  const files = unzipped(result!.content);
  const data = JSON.parse(files.get("pass.json")!.toString()) as Record<string, unknown>;
  expect(data).toMatchObject({
    formatVersion: 1,
    passTypeIdentifier: "pass.test.ronda",
    teamIdentifier: "A1B2C3D4E5",
    serialNumber: ids[1],
    relevantDate: "2026-11-21T20:00:00-06:00",
    expirationDate: "2026-11-22T00:30:00-06:00",
    voided: false,
    backgroundColor: "rgb(220, 24, 70)",
    foregroundColor: "rgb(255, 255, 255)",
    barcodes: [{ format: "PKBarcodeFormatQR", message: second!.token, messageEncoding: "iso-8859-1" }],
    eventTicket: { headerFields: [{ key: "test", value: "test" }] },
  });
  const spanish = files.get("es.lproj/pass.strings")!.toString();
  expect(spanish).toContain('"placeName" = "Fuente de Cibeles, Roma Norte, Ciudad de México";');
  expect(spanish).toContain('"crawl" = "Ronda Ciudad de México";');
  expect(spanish).toContain(String.raw`"guestName" = "Leo \"El Gallo\" Paz";`);
  expect(spanish).toContain('"test" = "PRUEBA";');
  expect(files.get("en.lproj/pass.strings")!.toString()).toContain('"when" = "Time";');
  // nothing in it opens the booking
  const whole = result!.content.toString("latin1");
  for (const secret of ["token=", "sofia@guest.test", "Núñez"]) expect(whole).not.toContain(secret);
  for (const [name, pixels] of [
    ["icon.png", 29],
    ["icon@3x.png", 87],
    ["logo@2x.png", 100],
  ] as const)
    expect(await sharp(files.get(name)).metadata()).toMatchObject({ format: "png", width: pixels, height: pixels });
});

test("its manifest names every file, and its signature is the certificate's over the manifest", async () => {
  const { ctx, bookingId, ids } = await booked();
  const files = unzipped((await applePassFile(ctx, bookingId, ids[0]!))!.content);
  const manifest = files.get("manifest.json")!;
  const named = Object.entries(JSON.parse(manifest.toString()) as Record<string, string>);
  expect(named.map(([name]) => name).toSorted()).toEqual(
    [...files.keys()].filter((name) => !["manifest.json", "signature"].includes(name)).toSorted(),
  );
  for (const [name, sum] of named) expect(createHash("sha1").update(files.get(name)!).digest("hex")).toBe(sum);

  const [, wrapped] = valuesIn(files.get("signature")!);
  const [, , , certificates, signers] = valuesIn(valuesIn(wrapped!)[0]!);
  const existing = [pass, authority].map(({ certificate }) => new X509Certificate(certificate));
  expect(valuesIn(certificates!)).toEqual(existing.map(({ raw }) => raw));
  const [, named2, , attributes, , signature] = valuesIn(valuesIn(signers!)[0]!);
  expect(contentOf(valuesIn(named2!)[1]!)).toEqual(Buffer.from([7]));
  const digest = valuesIn(attributes!).find((value) => value.includes(createHash("sha256").update(manifest).digest()));
  expect(digest).toBeDefined();
  const set = Buffer.from(attributes!);
  set[0] = 0x31;
  const genuine = (signed: Buffer) => verify("sha256", signed, existing[0]!.publicKey, contentOf(signature!));
  expect(genuine(set)).toBe(true);
  expect(genuine(attributes!)).toBe(false);
});

test("a link to Google Wallet carries the ticket under our signature, and is no longer than such a link may be", async () => {
  const { ctx, bookingId, ids } = await booked();
  const [, , third] = await ticketsOf(ctx, bookingId);
  const link = await googleSaveLink({ ...ctx, locale: "es" }, bookingId, ids[2]!);
  const [message = "", signature = ""] = [/\/save\/([^.]+\.[^.]+)\./, /\.([^.]+)$/].map(
    (part) => part.exec(link!)?.[1],
  );
  const key = createPublicKey(google.key);
  expect(verify("sha256", Buffer.from(message), key, Buffer.from(signature, "base64url"))).toBe(true);
  const claims = JSON.parse(Buffer.from(message.split(".")[1]!, "base64url").toString()) as Record<string, unknown>;
  expect(claims).toMatchObject({
    iss: "wallet@ronda.test",
    aud: "google",
    typ: "savetowallet",
    payload: {
      eventTicketClasses: [{ dateTime: { start: "2026-11-21T20:00:00-06:00" } }],
      eventTicketObjects: [
        { state: "ACTIVE", ticketHolderName: "Persona 3", barcode: { type: "QR_CODE", value: third!.token } },
      ],
    },
  });
  expect(link!.slice(link!.lastIndexOf("/") + 1).length).toBeLessThanOrEqual(1800);
});

test("a void ticket's pass says so; a ticket of another booking has none", async () => {
  const { ctx, bookingId, ids } = await booked();
  const other = await booked();
  expect(await applePassFile(ctx, bookingId, other.ids[0]!)).toBeNull();
  expect(await googleSaveLink(ctx, bookingId, other.ids[0]!)).toBeNull();
  await ctx.db.transaction().execute((tx) => voidTickets(ctx, tx, { bookingId }));
  const files = unzipped((await applePassFile(ctx, bookingId, ids[0]!))!.content);
  expect(JSON.parse(files.get("pass.json")!.toString())).toMatchObject({ voided: true });
});

test("without their settings there are no passes", async () => {
  const { ctx, bookingId, ids } = await booked();
  const plain = { ...ctx, settings: database.services.settings };
  expect(await applePassFile(plain, bookingId, ids[0]!)).toBeNull();
  expect(await googleSaveLink(plain, bookingId, ids[0]!)).toBeNull();
});
