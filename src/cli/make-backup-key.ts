import { generateIdentity, identityToRecipient } from "age-encryption";

/** Prints a new pair of keys: the server needs only the public one, a restore the secret one. */
export async function makeBackupKey(): Promise<number> {
  const secret = await generateIdentity();
  process.stdout.write(`public: ${await identityToRecipient(secret)}\nsecret: ${secret}\n`);
  console.error(
    "Set BACKUP_KEY to the public key on the server. Keep the secret key elsewhere: without it no backup opens.",
  );
  return 0;
}
