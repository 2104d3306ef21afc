import { describe, expect, it } from "vitest";
import { nonce, sha256Hex, commitmentHolds } from "./proof";

const ABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"; // of the bytes "abc"

describe("the promise", () => {
  it("is the SHA-256 of the secret", async () => expect(await sha256Hex("616263")).toBe(ABC));
  it("is kept by the right secret only", async () => {
    expect(await commitmentHolds(ABC, "616263")).toBe(true);
    expect(await commitmentHolds(ABC, "616264")).toBe(false);
    expect(await commitmentHolds(null, "616263")).toBe(null);
  });
  it("is mixed with a share of one's own", () => expect(nonce()).not.toBe(nonce()));
});
