/** Whole numbers as people write them. Intl would do, but its first use keeps a phone busy for 150 ms. */
export const whole = (value: number, lang: "fr" | "en"): string =>
  String(value)
    .replace("-", "−")
    .replace(/\B(?=(\d{3})+$)/g, lang === "fr" ? "\u202f" : ",");
