/**
 * Dragging with finger, mouse or pen as a Svelte attachment:
 * `<div {@attach drag({ move, drop, flick })}>`. A tap stays a click, so keyboard and tap work beside it.
 */
export type Drag = {
  start?: (at: PointerEvent) => void;
  move?: (dx: number, dy: number, at: PointerEvent) => void;
  /** `over` is what lies under the finger, for `closest("[data-slot]")`. */
  drop?: (over: Element | null, dx: number, dy: number) => void;
  /** A swift upward stroke, see `isFlick`. */
  flick?: (() => void) | undefined;
  cancel?: () => void;
};

const TAP = 8;

/** At least 56 px up within 300 ms, and steeply: hard to do by accident. */
const isFlick = (dx: number, dy: number, ms: number): boolean => dy < -56 && Math.abs(dx) < -dy * 0.8 && ms < 300;

export function drag(on: Drag): (node: HTMLElement) => () => void {
  return (node) => {
    let from: { x: number; y: number; time: number; id: number; moved: boolean } | null = null;

    const down = (event: PointerEvent) => {
      if (event.button) return;
      from = { x: event.clientX, y: event.clientY, time: event.timeStamp, id: event.pointerId, moved: false };
    };
    const move = (event: PointerEvent) => {
      if (!from || event.pointerId !== from.id) return;
      const [dx, dy] = [event.clientX - from.x, event.clientY - from.y];
      if (!from.moved && Math.hypot(dx, dy) < TAP) return;
      if (!from.moved) {
        from.moved = true;
        node.setPointerCapture(from.id);
        on.start?.(event);
      }
      // On a very large screen the page is zoomed: what is moved by so many of its pixels follows the pointer.
      const zoom = node.currentCSSZoom ?? 1;
      on.move?.(dx / zoom, dy / zoom, event);
    };
    const up = (event: PointerEvent) => {
      // A swift stroke may end far away before the browser reports any movement.
      move(event);
      if (!from || event.pointerId !== from.id) return;
      const { x, y, time, moved } = from;
      from = null;
      if (!moved) return;
      const [dx, dy] = [event.clientX - x, event.clientY - y];
      swallowClick(node);
      if (on.flick && isFlick(dx, dy, event.timeStamp - time)) on.flick();
      else on.drop?.(under(node, event), dx, dy);
    };
    const cancel = (event: PointerEvent) => {
      if (!from || event.pointerId !== from.id) return;
      if (from.moved) on.cancel?.();
      from = null;
    };

    // The node listens for the start only; the document follows the pointer wherever it goes.
    const { ownerDocument: everywhere } = node;
    const listeners: [EventTarget, string, EventListener][] = [
      [node, "pointerdown", down as EventListener],
      [everywhere, "pointermove", move as EventListener],
      [everywhere, "pointerup", up as EventListener],
      [everywhere, "pointercancel", cancel as EventListener],
    ];
    node.style.touchAction = "none";
    for (const [where, name, listener] of listeners) where.addEventListener(name, listener);
    return () => {
      for (const [where, name, listener] of listeners) where.removeEventListener(name, listener);
    };
  };
}

/** What lies under the finger, the dragged thing itself left out. */
function under(node: HTMLElement, event: PointerEvent): Element | null {
  const kept = node.style.pointerEvents;
  node.style.pointerEvents = "none";
  const found = node.ownerDocument.elementFromPoint(event.clientX, event.clientY);
  node.style.pointerEvents = kept;
  return found;
}

/** The click that a browser makes of a finished drag is not a tap. */
function swallowClick(node: HTMLElement): void {
  const swallow = (event: Event) => {
    event.stopPropagation();
    event.preventDefault();
  };
  node.addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => node.removeEventListener("click", swallow, { capture: true }), 0);
}
