import { createTransport } from "nodemailer";
import type { Settings } from "#src/platform/env.server.ts";

export type Attachment = {
  filename: string;
  contentType: string;
  content: Buffer;
  /** shown inside the HTML as `cid:` */ cid?: string;
};
export type Message = {
  /** a bare address */
  to: string;
  /** a bare address that answers go to; the sender's own where there is none */
  replyTo?: string;
  subject: string;
  html: string;
  text: string;
  /** names this email for good: an email that had to be sent again can be recognised */
  messageId: string;
  attachments: readonly Attachment[];
};

/** A subject or an address that would break out of its header. Sending it again can't help. */
export class BadHeader extends Error {}

/**
 * Hands a message to the mail server, or without SMTP_URL builds it and gives the raw MIME to keep. Gives up after half a minute.
 * Throws BadHeader on control characters in subject or address, and whatever the mail server says.
 */
export async function deliver(settings: Settings, message: Message): Promise<Buffer | null> {
  const { messageId, html, text, replyTo } = message;
  const subject = header(message.subject);
  const to = oneAddress(message.to);
  const attachments = message.attachments.map((a) => ({
    ...a,
    contentDisposition: a.cid ? ("inline" as const) : ("attachment" as const),
  }));
  const envelope = { from: settings.MAIL_FROM, to, subject, messageId, html, text, attachments };
  const answers = replyTo === undefined ? {} : { replyTo: oneAddress(replyTo) };
  const whole = { ...envelope, ...answers, headers: { "Auto-Submitted": "auto-generated" }, ...closed };
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

// what the URL says wins
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
