import type { Balance } from "#src/modules/base/ledger/rules/accounts.ts";
import { sumsByAccount } from "#src/modules/base/ledger/store.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/** The balance of every account, test money separate. The caller checks access. */
export const balances = ({ db }: Pick<Context, "db">): Promise<Balance[]> => sumsByAccount(db);
