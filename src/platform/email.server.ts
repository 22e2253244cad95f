import { createTransport } from "nodemailer";
import type { Settings } from "#src/platform/env.server.ts";

export type Attachment = {
  filename: string;
  contentType: string;
  content: Buffer;
  /** referenced in the HTML as `cid:` */ cid?: string;
};
export type Message = {
  /** a bare address */
  to: string;
  /** a bare address for replies; the sender's own where there is none */
  replyTo?: string;
  /** where its reader refuses emails like it: a page, which also takes the one click of an email program (RFC 8058) */
  unsubscribe?: string;
  subject: string;
  html: string;
  text: string;
  /** the same on every retry, so that a duplicate can be recognised */
  messageId: string;
  attachments: readonly Attachment[];
};

/** A subject or an address that would break out of its header. Retrying can't help. */
export class BadHeader extends Error {}

/**
 * Sends a message to the mail server, or without SMTP_URL builds it and returns the raw MIME to keep. Times out after half a
 * minute. Throws BadHeader on control characters in subject or address, and the mail server's errors.
 */
export async function deliver(settings: Settings, message: Message): Promise<Buffer | null> {
  const { messageId, html, text, replyTo, unsubscribe } = message;
  const subject = header(message.subject);
  const to = oneAddress(message.to);
  const attachments = message.attachments.map((a) => ({
    ...a,
    contentDisposition: a.cid ? ("inline" as const) : ("attachment" as const),
  }));
  const envelope = { from: settings.MAIL_FROM, to, subject, messageId, html, text, attachments };
  const answers = replyTo === undefined ? {} : { replyTo: oneAddress(replyTo) };
  const refusal = unsubscribe
    ? { "List-Unsubscribe": `<${header(unsubscribe)}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" }
    : {};
  const headers = { "Auto-Submitted": "auto-generated", ...refusal };
  const whole = { ...envelope, ...answers, headers, ...closed };
  if (!settings.SMTP_URL) {
    const built = await createTransport({ streamTransport: true, buffer: true, newline: "windows" }).sendMail(whole);
    return built.message as Buffer;
  }
  const transport = createTransport({ url: settings.SMTP_URL, ...patience });
  try {
    await transport.sendMail(whole);
    return null;
  } finally {
    transport.close();
  }
}

// parameters in the URL override these
const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000, dnsTimeout: 5000 };
const closed = { disableFileAccess: true, disableUrlAccess: true };

function oneAddress(address: string): { name: ""; address: string } {
  if (!/^[^\s@,;<>()"]+@[^\s@,;<>()"]+$/.test(header(address))) throw new BadHeader(`not one address: ${address}`);
  return { name: "", address };
}

function header(value: string): string {
  if (/\p{Cc}/u.test(value)) throw new BadHeader(`control character in ${JSON.stringify(value)}`);
  return value;
}
