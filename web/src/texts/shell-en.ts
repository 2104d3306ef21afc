/** The shell's English texts of the first view, and what the home page says of each game (`home.en.ftl`). */
const files = import.meta.glob<string>(["./en.ftl", "../games/*/home.en.ftl"], {
  query: "?raw",
  import: "default",
  eager: true,
});
export default Object.values(files).join("\n");
