import { createHash, randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { fromHex, sha256, toHex } from "./sha256";

describe("SHA-256", () => {
  it("is that of the standard, at every length around a block", () => {
    for (let length = 0; length < 200; length += 1) {
      const message = randomBytes(length);
      expect(toHex(sha256(message))).toBe(createHash("sha256").update(message).digest("hex"));
    }
  });
  it("reads and writes hexadecimal", () => expect(toHex(fromHex("00ff10"))).toBe("00ff10"));
});
