/**
 * Dragging with finger, mouse or pen as a Svelte attachment:
 * `<div {@attach drag({ move, drop, flick })}>`. A tap stays a click, so keyboard and tap work beside it.
 */
export type Drag = {
  start?: (at: PointerEvent) => void;
  move?: (dx: number, dy: number, at: PointerEvent) => void;
  /** `over` is what lies under the finger, for `closest("[data-slot]")`. */
  drop?: (over: Element | null, dx: number, dy: number) => void;
  /** A swift upward stroke: at least 56 px up within 300 ms. Hard to do by accident. */
  flick?: () => void;
  cancel?: () => void;
};

const TAP = 8;

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
      on.move?.(dx, dy, event);
    };
    const up = (event: PointerEvent) => {
      if (!from || event.pointerId !== from.id) return;
      const { x, y, time, moved } = from;
      from = null;
      if (!moved) return;
      const [dx, dy] = [event.clientX - x, event.clientY - y];
      swallowClick(node);
      if (on.flick && dy < -56 && Math.abs(dx) < -dy && event.timeStamp - time < 300) on.flick();
      else on.drop?.(under(node, event), dx, dy);
    };
    const cancel = () => {
      if (from?.moved) on.cancel?.();
      from = null;
    };

    const heard: [string, EventListener][] = [
      ["pointerdown", down as EventListener],
      ["pointermove", move as EventListener],
      ["pointerup", up as EventListener],
      ["pointercancel", cancel],
    ];
    node.style.touchAction = "none";
    for (const [name, heed] of heard) node.addEventListener(name, heed);
    return () => {
      for (const [name, heed] of heard) node.removeEventListener(name, heed);
    };
  };
}

/** What lies under the finger, the dragged thing itself left out. */
function under(node: HTMLElement, event: PointerEvent): Element | null {
  const kept = node.style.pointerEvents;
  node.style.pointerEvents = "none";
  const found = document.elementFromPoint(event.clientX, event.clientY);
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
