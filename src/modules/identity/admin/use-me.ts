import { createContext, use } from "react";
import { grants, type Permission, type Standing } from "#src/modules/identity/rules/permissions.ts";

/** The signed-in user, for every part of the admin, and for what a public page offers staff. */
export type Me = Standing & { email: string };

export const MeContext = createContext<Me>({ email: "", role: null, cities: null });

export const useMe = (): Me => use(MeContext);

/** Whether the signed-in user's role grants it: what leads to a page that it can't open is shown without a link. */
export const useMay = (permission: Permission): boolean => grants(useMe(), permission);
