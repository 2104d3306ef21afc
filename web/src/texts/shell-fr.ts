/** The shell's French texts of the first view, and what the home page says of each game (`home.fr.ftl`). */
const files = import.meta.glob<string>(["./fr.ftl", "../games/*/home.fr.ftl"], {
  query: "?raw",
  import: "default",
  eager: true,
});
export default Object.values(files).join("\n");
