/** Wood and board painted on small canvases: no picture is loaded. */
import { awayOf, rightOf, seatAngle, smiles } from "../scene/camera";

/** A fixed string of chances: the same grain on every screen. */
function chances(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1664525 + 1013904223) % 4294967296;
    return state / 4294967296;
  };
}
function canvas(width: number, height: number): [OffscreenCanvas, OffscreenCanvasRenderingContext2D] {
  const made = new OffscreenCanvas(width, height);
  return [made, made.getContext("2d")!];
}

/** Long fibres, a few darker years, tileable along them. */
export function grain(): OffscreenCanvas {
  const [made, pen] = canvas(256, 128);
  const chance = chances(5);
  pen.fillStyle = "#e6cba4";
  pen.fillRect(0, 0, 256, 128);
  for (let i = 0; i < 150; i += 1) {
    const y = chance() * 128;
    const wave = 1 + chance() * 3;
    pen.strokeStyle = `rgb(${chance() < 0.3 ? "104 72 42" : "170 128 84"} / ${0.05 + chance() * 0.16})`;
    pen.lineWidth = 0.4 + chance() * 1.5;
    pen.beginPath();
    const phase = chance() * 6.283;
    for (let x = 0; x <= 256; x += 16) pen.lineTo(x, y + Math.sin((x / 256) * 6.283 + phase) * wave);
    pen.stroke();
  }
  return made;
}

/** The board from above, its smiles at the edge before every place; those who play have their colour. */
export function boardTop(seats: number, colours: readonly string[], size: number): OffscreenCanvas {
  const [made, pen] = canvas(size, size);
  const chance = chances(9);
  pen.fillStyle = "#5b4634";
  pen.fillRect(0, 0, size, size);
  for (let i = 0; i < 260; i += 1) {
    pen.strokeStyle = `rgb(${chance() < 0.5 ? "34 22 12" : "150 118 84"} / ${0.05 + chance() * 0.1})`;
    pen.lineWidth = size * (0.0008 + chance() * 0.003);
    const y = chance() * size;
    const phase = chance() * 6.283;
    pen.beginPath();
    for (let x = 0; x <= size; x += size / 16) pen.lineTo(x, y + Math.sin((x / size) * 5 + phase) * size * 0.006);
    pen.stroke();
  }
  pen.strokeStyle = "rgb(242 204 109 / 0.55)";
  pen.lineWidth = size * 0.006;
  pen.strokeRect(size * 0.03, size * 0.03, size * 0.94, size * 0.94);
  for (let place = 0; place < smiles(seats); place += 1) smile(pen, place, seats, colours, size);
  return made;
}

function smile(
  pen: OffscreenCanvasRenderingContext2D,
  place: number,
  seats: number,
  colours: readonly string[],
  size: number,
): void {
  const angle = (place / smiles(seats)) * 2 * Math.PI;
  const seat = Array.from({ length: seats }, (_, one) => one).find(
    (one) => Math.abs(seatAngle(one, seats) - angle) < 1e-6,
  );
  const [away, right] = [awayOf(angle), rightOf(angle)];
  // On a canvas y runs down, on the board it runs away.
  const spot = (side: number, far: number): [number, number] => [
    size * (0.5 + right[0] * side + away[0] * far),
    size * (0.5 - right[1] * side - away[1] * far),
  ];
  pen.strokeStyle = seat === undefined ? "rgb(242 204 109 / 0.35)" : (colours[seat] ?? "#f2cc6d");
  pen.lineCap = "round";
  pen.lineWidth = size * 0.022;
  pen.beginPath();
  pen.moveTo(...spot(-0.13, -0.345));
  pen.quadraticCurveTo(...spot(0, -0.455), ...spot(0.13, -0.345));
  pen.stroke();
}
