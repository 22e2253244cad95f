import type { Context } from "#src/platform/context.server.ts";
import { sameToken, sign } from "#src/platform/secrets.server.ts";

/** The secret that a phone shows when it asks for a ticket's pass again: 43 characters, in the pass itself. */
export const passToken = ({ secret }: Pick<Context, "secret">, ticketId: string): string =>
  sign(secret, "pass", ticketId);

/** Whether a request's `Authorization` header is that pass's (`ApplePass …`). */
export const holdsPass = (ctx: Pick<Context, "secret">, ticketId: string, header: string | null): boolean =>
  sameToken(header ?? "", `ApplePass ${passToken(ctx, ticketId)}`);
