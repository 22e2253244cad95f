import { writeFees } from "#src/modules/money/payments/store/fees.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Movement } from "#src/platform/payment-provider.server.ts";

/** Notes the fees of a provider from its list of movements, where it names them. Idempotent: lists overlap. */
export async function noteFees(
  { db }: Pick<Context, "db">,
  provider: string,
  movements: readonly Movement[],
): Promise<void> {
  const fees = movements.flatMap(({ kind, externalId, chargeId, fee }) =>
    kind === "charge" && fee ? [{ charge: chargeId ?? externalId, amount: fee.amount, currency: fee.currency }] : [],
  );
  if (fees.length > 0) await writeFees(db, provider, fees);
}
