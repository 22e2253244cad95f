import { textsOf } from "#src/kernel/form-texts.ts";
import type { FieldError } from "#src/locales/field-errors.ts";
import type { MessageId } from "#src/locales/i18n.ts";
import ApiKeys from "#src/modules/programs/api-keys/admin/api-keys-page.tsx";
import type { KeyExtra } from "#src/modules/programs/api-keys/admin/key-panel.tsx";
import { changeKey } from "#src/modules/programs/api-keys/change-key.server.ts";
import { makeKey } from "#src/modules/programs/api-keys/make-key.server.ts";
import { adminKeys } from "#src/modules/programs/api-keys/queries.server.ts";
import { revokeKey } from "#src/modules/programs/api-keys/revoke-key.server.ts";
import { rotateKey } from "#src/modules/programs/api-keys/rotate-key.server.ts";
import { KEY_LIST } from "#src/modules/programs/api-keys/rules/key-list.ts";
import {
  ChangeKey,
  KEY_FIELDS,
  type KeyFormValues,
  MakeKey,
  OneKey,
  RotateKey,
} from "#src/modules/programs/api-keys/schema.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import { adminAct } from "#src/routes/admin/shared/admin-act.server.ts";
import { act } from "#src/routes/shared/act.server.ts";
import type { Route } from "./+types/api-keys";

/** With `partner` in the address the keys of that one. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = await staffContext(context);
  const query = KEY_LIST.read(new URL(request.url).searchParams);
  const data = await adminKeys(ctx, query.partner, query.page);
  if (!data.ok) throw refused(data);
  const { keys, isMore, partners, cities } = data;
  return { keys, query, isMore, partners, cities, now: ctx.now.toISOString() };
}

const LISTS = ["scopes", "sites", "cities"] as const;

/** A form of a key as it was typed: three of its fields are lists of boxes. */
function formValuesOf(form: FormData): KeyFormValues {
  const texts = textsOf(form, ["name", "partner_id", "kind", "per_minute", "expires_on"]);
  const lists = Object.fromEntries(LISTS.map((name) => [name, form.getAll(name).map(String)]));
  return { ...texts, ...(lists as Record<(typeof LISTS)[number], string[]>) };
}
const read = (form: FormData) => ({ ...textsOf(form, ["id", "version"]), ...formValuesOf(form) });
const typed = (form: FormData) => ({ typed: formValuesOf(form) });

/** The refusals that are about a field. */
const AT_FIELDS: Readonly<Record<string, FieldError>> = {
  scopes_of_house: { id: "scopes", message: "api-keys.refused.scopes_of_house" },
  partners_in_cities: { id: "cities", message: "api-keys.refused.partners_in_cities" },
  expiry_past: { id: "expires_on", message: "api-keys.refused.expiry_past" },
};
const refusal = ({ reason }: { reason: string }) =>
  AT_FIELDS[reason] ? { fieldErrors: [AT_FIELDS[reason]] } : { formError: `api-keys.refused.${reason}` as MessageId };

/** Makes, changes, rotates and revokes keys. */
export const action = (args: Route.ActionArgs) =>
  adminAct<KeyExtra>(args, {
    refusals: { failed: "api-keys.refused.key_not_found" },
    acts: {
      make: act({
        input: (form) => MakeKey.safeParse(read(form)),
        fields: KEY_FIELDS,
        run: makeKey,
        done: ({ id, name, text, test }) => ({ fresh: { id, name, text, test, oldUntil: null } }),
        typed,
        refusal,
      }),
      change: act({
        input: (form) => ChangeKey.safeParse(read(form)),
        fields: KEY_FIELDS,
        run: changeKey,
        done: ({ name }) => ({ flash: "api-keys.flash.changed", values: { name } }),
        typed,
        refusal,
      }),
      rotate: act({
        input: RotateKey,
        run: rotateKey,
        done: ({ id, name, text, test, oldUntil }) => ({
          fresh: { id, name, text, test, oldUntil: oldUntil?.toISOString() ?? null },
        }),
        refusal,
      }),
      revoke: act({
        input: OneKey,
        run: revokeKey,
        done: ({ name }) => ({ flash: "api-keys.flash.revoked", values: { name } }),
        refusal,
      }),
    },
  });

export default ApiKeys;
