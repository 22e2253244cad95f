import { z } from "zod";
import { bookingKind, secret } from "#src/modules/mail/notifications/kinds/kind.ts";

/** Emails that let the reader of an address in, or move a booking to another one. */
export const CONTACT = {
  sign_in_link: bookingKind({
    payload: z.strictObject(secret),
    to: "guests",
    urgency: "at_once",
    isPrivate: true,
    isSentOnce: true,
    staysAtAddress: true,
    withholds: ["name"],
    texts: [
      ["subject", "emails.signIn.subject"],
      ["preview", "emails.signIn.preview"],
      ["heading", "emails.signIn.title"],
      ["text", "emails.signIn.text"],
      ["text", "emails.signIn.until"],
      ["text", "emails.signIn.notYou"],
      ["button", "emails.signIn.action"],
    ],
  }),
  address_change_asked: bookingKind({
    payload: z.strictObject({ newEmail: z.string(), ...secret }),
    to: "guests",
    urgency: "at_once",
    isPrivate: true,
    isSentOnce: true,
    staysAtAddress: true,
    withholds: ["name"],
    texts: [
      ["subject", "emails.addressAsked.subject"],
      ["preview", "emails.addressAsked.preview", { may: ["email"] }],
      ["heading", "emails.addressAsked.title"],
      ["text", "emails.addressAsked.text", { must: ["email"] }],
      ["text", "emails.addressAsked.notYou"],
      ["button", "emails.addressAsked.action"],
    ],
  }),
  address_change_confirm: bookingKind({
    payload: z.strictObject({ newEmail: z.string(), ...secret }),
    to: "guests",
    urgency: "at_once",
    isPrivate: true,
    isSentOnce: true,
    staysAtAddress: true,
    withholds: ["name", "date", "weekday", "time", "hour", "hours", "people", "crawl", "city", "place"],
    texts: [
      ["subject", "emails.addressConfirm.subject"],
      ["preview", "emails.addressConfirm.preview"],
      ["heading", "emails.addressConfirm.title"],
      ["text", "emails.addressConfirm.text", { must: ["email"] }],
      ["button", "emails.addressConfirm.action"],
    ],
  }),
  contact_changed: bookingKind({
    payload: z.strictObject({}),
    to: "guests",
    urgency: "soon",
    isSentOnce: true,
    staysAtAddress: true,
    withholds: ["name"],
    texts: [
      ["subject", "emails.contactChanged.subject"],
      ["preview", "emails.contactChanged.preview"],
      ["heading", "emails.contactChanged.title"],
      ["text", "emails.contactChanged.text"],
      ["text", "emails.contactChanged.notYou"],
    ],
  }),
};
