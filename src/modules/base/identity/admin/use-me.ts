import { use } from "react";
import { type Me, MeContext } from "#src/modules/base/identity/components/me-context.ts";
import { grants, type Permission } from "#src/modules/base/identity/rules/permissions.ts";

export const useMe = (): Me => use(MeContext);

/** Whether the signed-in user's role grants it: what leads to a page that it can't open is shown without a link. */
export const useMay = (permission: Permission): boolean => grants(useMe(), permission);
