import { isProduct } from "#src/kernel/brand.ts";
import { Transform } from "node:stream";
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
  /** the operator's name, which the sender has where `MAIL_FROM` says none */
  sender: string;
  subject: string;
  html: string;
  text: string;
  /** the same on every retry, so that a duplicate can be recognized */
  messageId: string;
  attachments: readonly Attachment[];
};

/** A subject or an address that would break out of its header. Retrying can't help. */
export class BadHeader extends Error {}

/** The state couldn't be recorded before a message was handed over; `of` says why. The mail server doesn't have the complete message. */
export class NotHandedOver extends Error {
  readonly of: Error;
  constructor(of: Error) {
    super(of.message);
    this.of = of;
  }
}

/**
 * Sends a message to the mail server, or without SMTP_URL builds it and returns the raw MIME to keep. Times out after half a
 * minute. `handOver` is called when all is sent but the line that ends the message: before that no server has accepted it. Throws
 * BadHeader on control characters in subject or address, NotHandedOver where `handOver` rejects, and the mail server's errors.
 */
export async function deliver(
  settings: Settings,
  message: Message,
  handOver: () => Promise<void>,
): Promise<Buffer | null> {
  const { messageId, html, text, replyTo, unsubscribe } = message;
  const subject = header(message.subject);
  const to = oneAddress(message.to);
  const attachments = message.attachments.map((a) => ({
    ...a,
    contentDisposition: a.cid ? ("inline" as const) : ("attachment" as const),
  }));
  const envelope = {
    from: senderOf(settings.MAIL_FROM, message.sender),
    to,
    subject,
    messageId,
    html,
    text,
    attachments,
  };
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
  const stop = new AbortController();
  let refused: Error | undefined;
  // last before the mail server, and holding nothing back: a gate with a buffer behind it opens before a short message is sent
  const gate = () =>
    new Transform({
      readableHighWaterMark: 1,
      writableHighWaterMark: 1,
      transform: (chunk, _, pass) => pass(null, chunk),
      flush: (end) =>
        void handOver().then(
          () => end(),
          (error: Error) => {
            refused = error;
            stop.abort();
          },
        ),
    });
  transport.use("stream", (mail, next) => {
    mail.message.processFunc((built) => {
      const gated = gate();
      built.once("error", (error) => gated.destroy(error));
      return built.pipe(gated);
    });
    next();
  });
  try {
    await transport.sendMail({ ...whole, signal: stop.signal });
    return null;
  } catch (error) {
    throw refused ? new NotHandedOver(refused) : error;
  } finally {
    transport.close();
  }
}

// parameters in the URL override these
const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000, dnsTimeout: 5000 };
const closed = { disableFileAccess: true, disableUrlAccess: true };

/** Who an email comes from: `MAIL_FROM`, with the operator's name where it has none, or only the product's. */
function senderOf(from: string, name: string): string | { name: string; address: string } {
  const [, display = "", address = from] = /^\s*"?([^"<]*?)"?\s*<([^<>]+)>\s*$/.exec(from) ?? [];
  return display === "" || isProduct(display) ? { name: header(name), address: address.trim() } : from;
}

/** The same as one line, for people. */
export function senderLine(from: string, name: string): string {
  const sender = senderOf(from, name);
  return typeof sender === "string" ? sender : `${sender.name} <${sender.address}>`;
}

function oneAddress(address: string): { name: ""; address: string } {
  if (!/^[^\s@,;<>()"]+@[^\s@,;<>()"]+$/.test(header(address))) throw new BadHeader(`not one address: ${address}`);
  return { name: "", address };
}

function header(value: string): string {
  if (/\p{Cc}/u.test(value)) throw new BadHeader(`control character in ${JSON.stringify(value)}`);
  return value;
}
