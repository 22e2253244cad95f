/** What is answered beyond OCTO's core, where it is asked for. */
export const CAPABILITIES = ["pricing", "content", "notifications"] as const;
export type Capability = (typeof CAPABILITIES)[number];

/** Its documents write `pricing`, its published types `octo/pricing`: both are understood. */
const idOf = (name: string): Capability | undefined =>
  CAPABILITIES.find((capability) => name === capability || name === `octo/${capability}`);

/** The capabilities that a request asks for, and how the answer names them: as the request did, without unknown ones. */
export type Capabilities = { has: (capability: Capability) => boolean; echo: string };

/** Reads the header `Octo-Capabilities`; many clients leave it empty or out. */
export function readCapabilities(header: string | null): Capabilities {
  const names = (header ?? "")
    .slice(0, 1000)
    .split(",")
    .map((name) => name.trim().toLowerCase())
    .filter((name, at, all) => idOf(name) !== undefined && all.indexOf(name) === at);
  const ids = new Set(names.map(idOf));
  return { has: (capability) => ids.has(capability), echo: names.join(",") };
}

/** The list of `GET /capabilities`. */
export const capabilityList = (docs: string) =>
  CAPABILITIES.map((capability) => ({
    id: `octo/${capability}`,
    revision: 1,
    required: false,
    dependencies: [],
    docs,
  }));
