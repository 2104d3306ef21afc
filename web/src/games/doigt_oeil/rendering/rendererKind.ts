/** What draws WebGL, if there is WebGL. Asking may block for a second: call it in a worker. */
export type RendererKind = "none" | "software" | "hardware" | "unknown";

export function rendererKind(): RendererKind {
  const tools = new OffscreenCanvas(1, 1).getContext("webgl2");
  if (!tools) return "none";
  const named = tools.getExtension("WEBGL_debug_renderer_info");
  if (!named) return "unknown";
  const name = String(tools.getParameter(named.UNMASKED_RENDERER_WEBGL));
  return /swiftshader|llvmpipe|software|basic render/i.test(name) ? "software" : "hardware";
}
