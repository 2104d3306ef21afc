/** A worker: who draws in three dimensions on this computer, told once. Where it cannot be known, the page tries. */
export type Drawer = "processor" | "card" | "unknown";

function drawer(): Drawer {
  const tools = new OffscreenCanvas(1, 1).getContext("webgl2");
  const named = tools?.getExtension("WEBGL_debug_renderer_info");
  if (!tools || !named) return "unknown";
  const name = String(tools.getParameter(named.UNMASKED_RENDERER_WEBGL));
  return /swiftshader|llvmpipe|software|basic render/i.test(name) ? "processor" : "card";
}

postMessage(drawer());
