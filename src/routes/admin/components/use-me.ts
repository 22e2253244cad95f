import { createContext, use } from "react";

/** The signed-in user, for every part of the admin. */
export type Me = { email: string; role: string | null };

export const MeContext = createContext<Me>({ email: "", role: null });

export const useMe = (): Me => use(MeContext);
