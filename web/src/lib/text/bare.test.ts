import { FluentResource } from "@fluent/bundle";
import { expect, test } from "vitest";
import { bare } from "./bare";

const files = {
  ...import.meta.glob<string>("../../**/*.ftl", { query: "?raw", import: "default", eager: true }),
  ...import.meta.glob<string>("@games/*/{fr,en}.ftl", { query: "?raw", import: "default", eager: true }),
};

test.each(Object.entries(files))("the built page has every message of %s as it is written", (_, text) => {
  const built = JSON.parse(bare(JSON.stringify(text))) as string;
  expect(new FluentResource(built).body).toEqual(new FluentResource(text).body);
});
