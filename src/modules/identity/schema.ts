import { z } from "zod";

export const SignIn = z.object({
  email: z.string("errors.email").trim().pipe(z.email("errors.email")),
  password: z.string("errors.password").min(1, "errors.password").max(128, "errors.password"),
});
export type SignIn = z.infer<typeof SignIn>;
