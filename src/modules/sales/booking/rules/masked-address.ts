/**
 * An email address for somebody who may not know it, so that its owner recognizes it: `l•••@g•••.com`. As many dots whatever its
 * length; null for what is no address.
 */
export function maskedAddress(email: string): string | null {
  const [, name, domain, ending] = /^(.)[^@]*@(.)[^@]*(\.[^.@]+)$/u.exec(email) ?? [];
  return name && domain && ending ? `${name}•••@${domain}•••${ending}` : null;
}
