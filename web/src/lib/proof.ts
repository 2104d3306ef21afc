/** What this browser can check of a finished game by itself: that the secret revealed matches the commitment. */

/** A seat's own share of the shuffle: nobody else chose it. */
export const nonce = (): string => crypto.getRandomValues(new Uint32Array(4)).join("-");

/** SHA-256 of a secret written in hexadecimal, in hexadecimal. */
export async function sha256Hex(secret: string): Promise<string> {
  const bytes = Uint8Array.from(secret.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  const digest = await crypto.subtle.digest("SHA-256", bytes);
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Whether the secret is the one committed to before the game; null where this browser cannot tell (it came late, or
 * has no crypto).
 */
export async function commitmentHolds(promised: string | null, secret: string | undefined): Promise<boolean | null> {
  if (!promised || !secret || !globalThis.crypto?.subtle) return null;
  return (await sha256Hex(secret)) === promised;
}
