import type { KeyGrant } from "#src/platform/context.server.ts";
import { fail, ok } from "#src/kernel/result.ts";

/** Whose program acts: the partner of its key. Refusal: not_a_reseller (no key, or one of the house's own). */
export const resellerOf = ({ key }: { key: KeyGrant | null }) =>
  key?.partnerId ? ok({ keyId: key.id, partnerId: key.partnerId, test: key.test }) : fail("not_a_reseller");

export type Reseller = { keyId: string; partnerId: string; test: boolean };
