/** Requires a server that accepts writes, the only kind that Ronda asks for. */
const ATTRIBUTE = "target_session_attrs";
const WRITES = ["read-write", "primary", "any"];

/**
 * The addresses of a database's servers, each with one host, from one that may name several
 * (`postgres://user:secret@db1:5432,db2:5432/name?target_session_attrs=read-write`, as libpq has it); null if it is none.
 */
export function hostsOf(address: string): string[] | null {
  const [, before, hosts, after] = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#@]*)([/?#].*)?$/.exec(address) ?? [];
  if (before === undefined || hosts === undefined) return null;
  const parts = hosts.split(",");
  if (parts.length > 1 && parts.includes("")) return null;
  const urls = parts.map((host) => withoutAttribute(`${before}${host}${after ?? ""}`));
  return urls.every((url) => url !== null) ? urls : null;
}

/** Whether an address asks for a server that takes writes, or doesn't specify one. */
export const asksForWrites = (address: string): boolean => {
  const attribute = new RegExp(`[?&]${ATTRIBUTE}=([^&#]*)`).exec(address)?.[1];
  return attribute === undefined || WRITES.includes(attribute);
};

function withoutAttribute(one: string): string | null {
  if (!URL.canParse(one)) return null;
  if (!one.includes(ATTRIBUTE)) return one;
  const url = new URL(one);
  url.searchParams.delete(ATTRIBUTE);
  return url.href;
}
