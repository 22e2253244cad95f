/** The mailbox behind an address: spellings that lead to one mailbox count as one. */
export function mailboxOf(email: string): string {
  const [name = "", domain = ""] = email.trim().toLowerCase().split("@");
  const plain = name.split("+")[0] as string;
  return ["gmail.com", "googlemail.com"].includes(domain)
    ? `${plain.replaceAll(".", "")}@gmail.com`
    : `${plain}@${domain}`;
}
