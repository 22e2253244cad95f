import { spawnSync } from "node:child_process";
import { surroundings } from "#tests/servers.ts";

/** Creates and fills the database that a server will be started on, so that what is measured is no first start. */
export function prepareDatabase(environment: Record<string, string>): void {
  const { status, stderr } = spawnSync(process.execPath, ["src/main.ts", "--prepare"], {
    env: { ...surroundings(), ...environment, QUIET: "true" },
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`the database was not prepared:\n${stderr}`);
}

/** What a guest sends who books for two; each request of a load gets an email, a phone and a network of its own (`load.ts`). */
export const BOOKING = {
  number_of_people: 2,
  customer: {
    first_name: "Ana",
    last_name: "Ríos",
    email: "ana@example.test",
    phone: "+52 55 1234 5678",
    country: "MX",
  },
  additional_names: ["Luis Ríos"],
  special_requests: "",
  currency: "MXN",
  language: "es",
  agreed_to_terms: true,
};
