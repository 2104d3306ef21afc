/** Draws a picture of the wood with three.js, in a worker (`scene3dWorker.ts`). */
import * as three from "three";
import { FIELD } from "../scene/camera";
import { DENSEST } from "./density";
import { makeHand } from "./fingers";
import type { Picture } from "../scene/sceneModel";
import { boardTop, grain } from "./textures";
import { BOARD_HALF, BOARD_THICKNESS, sizeOf } from "../scene/pieces";

export type Setting = { seats: number; colours: readonly string[]; low: boolean; dark: boolean };
export type Scene = {
  /** In CSS pixels, each of which is so many of the screen's. */
  resize: (width: number, height: number, ratio: number) => void;
  draw: (picture: Picture) => void;
  end: () => void;
};

const TINTS = ["#ffffff", "#f3e2c8", "#ffe9cf", "#e9d3b2"];
const CHAMFER = 0.0006;
/** Where the processor has to draw: small pictures, no smoothing, plain materials. */
const LOW = { width: 640, shadow: 512 };
/** Metres of a cell of the hand's skin. */
const SKIN = { low: 0.0034, fine: 0.0017 };

export async function openScene3d(canvas: OffscreenCanvas, setting: Setting): Promise<Scene> {
  const { low } = setting;
  const renderer = new three.WebGLRenderer({
    canvas,
    antialias: !low,
    alpha: true,
    powerPreference: low ? "low-power" : "default",
  });
  renderer.shadowMap.enabled = true;
  renderer.shadowMap.type = three.PCFShadowMap;
  renderer.toneMapping = three.ACESFilmicToneMapping;
  renderer.toneMappingExposure = 1.05;
  const world = new three.Scene();
  const camera = new three.PerspectiveCamera(FIELD, 1, 0.05, 5);
  camera.up.set(0, 0, 1);
  const assets = makeAssets(setting);
  const { lamp, plumb } = lights(world, setting);
  world.add(...table(assets, setting));
  const hand = makeHand(assets.plain, setting.colours, low ? SKIN.low : SKIN.fine);
  world.add(hand.group);
  const pieces = new Map<string, three.Mesh>();
  // A piece is there when the shaders are made, so that the first one shown is not waited for.
  meshOf("s1").visible = false;
  await renderer.compileAsync(world, camera);

  function meshOf(id: string): three.Mesh {
    const found = pieces.get(id);
    if (found) return found;
    const mesh = new three.Mesh(assets.block(id[0]!), assets.wood(Number(id.slice(1)) + id.charCodeAt(0)));
    mesh.castShadow = mesh.receiveShadow = true;
    pieces.set(id, mesh);
    world.add(mesh);
    return mesh;
  }

  const ghostMaterial = new three.MeshBasicMaterial({
    color: "#fff4d6",
    transparent: true,
    opacity: 0.5,
    depthWrite: false,
  });
  const ghostMesh = new three.Mesh(new three.BoxGeometry(1, 1, 1), ghostMaterial);
  ghostMesh.visible = false;
  world.add(ghostMesh);
  /** Where a piece chosen from the list would lie. */
  function showGhost(ghost: Picture["ghost"]): void {
    ghostMesh.visible = ghost !== null;
    if (!ghost) return;
    const { at, turn } = ghost.pose;
    ghostMesh.scale.set(...sizeOf(ghost.id));
    ghostMesh.position.set(...at);
    ghostMesh.quaternion.set(turn[1], turn[2], turn[3], turn[0]);
  }

  return {
    resize(width, height, ratio) {
      renderer.setPixelRatio(low ? Math.min(1, LOW.width / width) : Math.min(ratio, DENSEST / width));
      renderer.setSize(width, height, false);
      camera.aspect = width / height;
      camera.updateProjectionMatrix();
    },
    draw({ pieces: shown, held, eye, plumb: seen, ghost }) {
      showGhost(ghost);
      for (const [id, { at, turn }] of shown) {
        const mesh = meshOf(id);
        mesh.visible = true;
        mesh.position.set(...at);
        mesh.quaternion.set(turn[1], turn[2], turn[3], turn[0]);
      }
      for (const [id, mesh] of pieces) if (!shown.has(id)) mesh.visible = false;
      hand.show(held && shown.has(held.id) ? { ...held, piece: shown.get(held.id)!, eye } : null);
      camera.position.set(...eye.at);
      camera.lookAt(...eye.look);
      // The lamp's shadow map follows what one looks at: fine shadows on a tall tower too.
      // It hangs to the left of whoever looks, so that the sides one sees are lit.
      const [dx, dy] = [eye.at[0] - eye.look[0], eye.at[1] - eye.look[1]];
      lamp.position.set(dx * 0.55 + dy * 0.5, dy * 0.55 - dx * 0.5, eye.look[2] + 0.6);
      lamp.target.position.set(0, 0, eye.look[2] * 0.8);
      plumb.shadow.intensity = seen ? 1 : 0;
      renderer.render(world, camera);
    },
    end() {
      world.traverse((thing) => (thing as three.Mesh).geometry?.dispose());
      assets.end();
      renderer.dispose();
    },
  };
}

type Assets = ReturnType<typeof makeAssets>;

/** Materials and shapes, each made once. */
function makeAssets({ seats, colours, low }: Setting) {
  const textures: three.Texture[] = [];
  const materials = new Map<string, three.Material>();
  const blocks = new Map<string, three.BufferGeometry>();

  function texture(from: OffscreenCanvas): three.CanvasTexture<OffscreenCanvas> {
    const made = new three.CanvasTexture(from);
    made.colorSpace = three.SRGBColorSpace;
    made.wrapS = made.wrapT = three.RepeatWrapping;
    if (!low) made.anisotropy = 8;
    textures.push(made);
    return made;
  }
  const fibres = texture(grain());
  fibres.repeat.set(1 / 0.11, 1 / 0.03);

  function material(name: string, options: three.MeshStandardMaterialParameters): three.Material {
    const found = materials.get(name);
    if (found) return found;
    const { roughness, metalness, ...plain } = options;
    const made = low
      ? new three.MeshLambertMaterial(plain)
      : new three.MeshStandardMaterial({ ...plain, roughness: roughness ?? 0.62, metalness: metalness ?? 0 });
    materials.set(name, made);
    return made;
  }

  return {
    wood: (number: number) =>
      material(`wood ${number % TINTS.length}`, { map: fibres, color: TINTS[number % TINTS.length]! }),
    plain: (name: string, options: three.MeshStandardMaterialParameters) => material(name, options),
    boardTop: () => material("board", { map: texture(boardTop(seats, colours, low ? 512 : 1024)), roughness: 0.5 }),
    /** A block with slightly broken edges: they catch the light as real wood does. */
    block(kind: string): three.BufferGeometry {
      const found = blocks.get(kind);
      if (found) return found;
      const [x, y, z] = sizeOf(kind);
      const shape = new three.Shape();
      const [a, b] = [x / 2 - CHAMFER, y / 2 - CHAMFER];
      shape.moveTo(-a, -b).lineTo(a, -b).lineTo(a, b).lineTo(-a, b).closePath();
      const made = new three.ExtrudeGeometry(shape, {
        depth: z - 2 * CHAMFER,
        bevelSize: CHAMFER,
        bevelThickness: CHAMFER,
        bevelSegments: low ? 1 : 2,
      });
      made.translate(0, 0, -(z - 2 * CHAMFER) / 2);
      blocks.set(kind, made);
      return made;
    },
    end() {
      for (const one of [...textures, ...materials.values(), ...blocks.values()]) one.dispose();
    },
  };
}

/** One warm lamp to the left, one right above, and the room's faint light. */
function lights(
  world: three.Scene,
  { low, dark }: Setting,
): { lamp: three.DirectionalLight; plumb: three.DirectionalLight } {
  const lamp = shading(low, dark ? 2.2 : 2.6, 0.24);
  // A second lamp hangs right above the board: what it shades is right below.
  const plumb = shading(low, dark ? 1.1 : 1.3, 0.2);
  plumb.position.set(0, 0, 1.5);
  const room = new three.HemisphereLight("#fff6e8", "#9a8566", dark ? 1.7 : 2.3);
  room.position.set(0, 0, 1);
  world.add(lamp, lamp.target, plumb, plumb.target, room);
  return { lamp, plumb };
}

function shading(low: boolean, bright: number, half: number): three.DirectionalLight {
  const light = new three.DirectionalLight("#fff0d8", bright);
  light.castShadow = true;
  const size = low ? LOW.shadow : 2048;
  light.shadow.mapSize.set(size, size);
  light.shadow.radius = low ? 1 : 4;
  light.shadow.bias = -0.0002;
  light.shadow.normalBias = 0.0004;
  Object.assign(light.shadow.camera, { left: -half, right: half, top: half, bottom: -half, near: 0.05, far: 1.8 });
  return light;
}

/** The board with its smiles, and a cloth that only shows shadows: the felt behind is the page's own. */
function table(assets: Assets, { dark }: Setting): three.Object3D[] {
  const side = assets.plain("side", { color: "#463424", roughness: 0.6 });
  const board = new three.Mesh(new three.BoxGeometry(2 * BOARD_HALF, 2 * BOARD_HALF, BOARD_THICKNESS), [
    side,
    side,
    side,
    side,
    assets.boardTop(),
    side,
  ]);
  board.position.z = -BOARD_THICKNESS / 2;
  board.receiveShadow = true;
  const cloth = new three.Mesh(new three.PlaneGeometry(3, 3), new three.ShadowMaterial({ opacity: dark ? 0.55 : 0.4 }));
  cloth.position.z = -BOARD_THICKNESS;
  cloth.receiveShadow = true;
  return [board, cloth];
}
