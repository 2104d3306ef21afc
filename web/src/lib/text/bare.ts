/**
 * A module that exports a Fluent file as a string, without comments, blank lines and spaces that Fluent skips:
 * every first load would carry them. Used by the build alone.
 */
export const bare = (code: string): string =>
  code
    .replace(/\\n#[^\\]*(?=\\n)/g, "")
    .replace(/(?:\\n){2,}/g, "\\n")
    .replace(/\\n +/g, "\\n ")
    .replace(/\{ (\$\w+) \}/g, "{$1}")
    .replace(/\\n([\w-]+) = /g, "\\n$1=");
