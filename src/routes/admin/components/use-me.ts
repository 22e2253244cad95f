import { createContext, use } from "react";
import type { Standing } from "#src/modules/identity/rules/permissions.ts";

/** The signed-in user, for every part of the admin. */
export type Me = Standing & { email: string };

export const MeContext = createContext<Me>({ email: "", role: null, cities: null });

export const useMe = (): Me => use(MeContext);
