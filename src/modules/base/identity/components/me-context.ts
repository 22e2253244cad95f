import { createContext } from "react";
import type { Standing } from "#src/modules/base/identity/rules/permissions.ts";

/** The signed-in user. */
export type Me = Standing & { email: string };

const NOBODY: Me = { email: "", role: null, cities: null };

/** Who is signed in, for every part of the admin. */
export const MeContext = createContext<Me>(NOBODY);
