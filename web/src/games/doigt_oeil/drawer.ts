/** Who draws in three dimensions on this computer; where it cannot be known, the page tries. Asking may take a second. */
export type Drawer = "processor" | "card" | "unknown";

export function drawer(): Drawer {
  const tools = new OffscreenCanvas(1, 1).getContext("webgl2");
  const named = tools?.getExtension("WEBGL_debug_renderer_info");
  if (!tools || !named) return "unknown";
  const name = String(tools.getParameter(named.UNMASKED_RENDERER_WEBGL));
  return /swiftshader|llvmpipe|software|basic render/i.test(name) ? "processor" : "card";
}
