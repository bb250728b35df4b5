import type { ShaderModule } from '@luma.gl/shadertools'
import { flags } from '#contract/live/frames.ts'
import { toRgb } from '../paint.ts'
import type { WallColours } from '../../theme/colours.ts'
import { firstSymbolByte, symbolLooks, symbolNames, type SymbolLook, type SymbolName } from '../symbols.ts'

/** Ages of a position in seconds: bright up to the first, fading until the second, then hollow. */
export const freshS = 5 * 60
export const agedS = 60 * 60

const shapes = ['circle', 'square', 'octagon', 'diamond', 'triangle', 'cross'] as const
const patterns: readonly (SymbolLook['pattern'] | undefined)[] = [undefined, 'dashed', 'crossed', 'hatched']
const symbolCount = symbolNames.length

export interface GlideUniforms {
  /** Seconds since the columns' `baseS`. */
  nowS: number
  /** Herd time, seconds since the columns' `baseAt`. */
  herdS: number
  /** 0: nothing glides. */
  glideS: number
  /** Scale of design pixels on this screen. */
  scale: number
  /** Radius of an animal on the ground; 0: symbols keep their size at every zoom. */
  sizeMetres: number
  /** Minimum radius of an animal. */
  minPixels: number
}

const glideBlock = /* glsl */ `\
layout(std140) uniform glideUniforms {
  float nowS;
  float herdS;
  float glideS;
  float scale;
  float sizeMetres;
  float minPixels;
} glide;
`

export const glideUniforms = {
  name: 'glide',
  vs: glideBlock,
  uniformTypes: { nowS: 'f32', herdS: 'f32', glideS: 'f32', scale: 'f32', sizeMetres: 'f32', minPixels: 'f32' },
} as const satisfies ShaderModule<GlideUniforms>

export type LookUniforms = {
  /** Colour and opacity of each symbol. */
  paints: number[][]
  /** Radius, line width, share of the fill (negative: filled with the ground colour), shape + 8 × pattern. */
  forms: number[][]
}

const looksBlock = /* glsl */ `\
layout(std140) uniform looksUniforms {
  vec4 paints[${symbolCount}];
  vec4 forms[${symbolCount}];
} looks;
`

/** Look of each symbol as a uniform table; a constant array in a shader would be copied for every animal. */
export const looksUniforms = {
  name: 'looks',
  vs: looksBlock,
  uniformTypes: { paints: ['vec4<f32>', symbolCount], forms: ['vec4<f32>', symbolCount] },
} as const satisfies ShaderModule<LookUniforms>

export function looksOf(palette: WallColours): LookUniforms {
  const all: SymbolLook[] = symbolNames.map((name) => symbolLooks[name])
  return {
    paints: all.map((look) => [...toRgb(palette[look.colour]).map((part) => part / 255), look.opacity ?? 1]),
    forms: all.map(({ radiusPixels, strokePixels, fill = 0, blank, shape, pattern }) => [
      radiusPixels,
      strokePixels,
      blank ? -fill : fill,
      shapes.indexOf(shape) + 8 * patterns.indexOf(pattern),
    ]),
  }
}

const number = (value: number) => value.toFixed(3)
const is = (name: SymbolName) => `${symbolNames.indexOf(name)}u`
const dotRadius = number(symbolLooks.fresh.radiusPixels)

/** Draws each row as one point, which costs a quarter of a square of triangles. */
export const vertexShader = /* glsl */ `\
#version 300 es
#define SHADER_NAME glide-layer-vertex
in float longitudeOffsets;
in float latitudeOffsets;
in float fromLongitudeOffsets;
in float fromLatitudeOffsets;
in float movedAtS;
in float fixedAtS;
in uint flags;
// Half the point in pixels of the drawing, and what one of these is on the screen.
flat out vec2 vReach;
flat out vec4 vPaint;
flat out vec4 vForm;

void main(void) {
  float t = glide.glideS > 0.0 ? clamp((glide.nowS - movedAtS) / glide.glideS, 0.0, 1.0) : 1.0;
  vec2 offset = mix(vec2(fromLongitudeOffsets, fromLatitudeOffsets), vec2(longitudeOffsets, latitudeOffsets), t);
  bool isAnimal = flags < ${firstSymbolByte}u;
  bool isGone = isAnimal && (flags & ${flags.gone}u) != 0u;
  gl_PointSize = 1.0;
  if (isGone || isnan(offset.x) || isnan(longitudeOffsets)) {
    gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
    return;
  }
  geometry.worldPosition = vec3(offset, 0.0);
  gl_Position = project_position_to_clipspace(vec3(offset, 0.0), vec3(0.0), vec3(0.0), geometry.position);

  float age = glide.herdS - fixedAtS;
  uint symbol = flags - ${firstSymbolByte}u;
  if (isAnimal) {
    symbol = (flags & ${flags.unaccounted}u) != 0u ? ${is('unaccounted')}
      : (flags & ${flags.unverified}u) != 0u ? ${is('unverified')}
      : (flags & ${flags.outside}u) != 0u ? ${is('outside')}
      : age <= ${number(freshS)} ? ${is('fresh')}
      : age <= ${number(agedS)} ? ${is('aged')}
      : ${is('stale')};
  }
  vPaint = looks.paints[symbol];
  vForm = looks.forms[symbol];
  if (symbol == ${is('aged')} || symbol == ${is('stale')}) vPaint.a *= mix(1.0, 0.7, smoothstep(${number(freshS)}, ${number(agedS)}, age));

  // Animals shrink as one zooms out, what is abnormal less than the rest.
  float grow = glide.scale;
  if (glide.sizeMetres > 0.0) {
    bool isNormal = symbol == ${is('fresh')} || symbol == ${is('aged')} || symbol == ${is('stale')};
    float least = glide.minPixels / ${dotRadius};
    grow *= clamp(project_size_to_pixel(glide.sizeMetres) / (${dotRadius} * glide.scale), isNormal ? least : max(least, 0.75), 1.15);
  }
  // Triangles and diamonds reach beyond their radius; then the dark rim and the soft edge.
  float corner = vForm.w == 4.0 ? 2.0 : vForm.w == 3.0 ? 1.3 : 1.0;
  vReach = vec2((vForm.x + vForm.y * 0.5) * corner + 2.0, grow);
  gl_PointSize = 2.0 * vReach.x * grow * project.devicePixelRatio;
}
`

export function fragmentShader(palette: WallColours): string {
  const ground = toRgb(palette.ground).map((part) => number(part / 255))
  return /* glsl */ `\
#version 300 es
#define SHADER_NAME glide-layer-fragment
precision highp float;
flat in vec2 vReach;
flat in vec4 vPaint;
flat in vec4 vForm;
out vec4 fragColor;

const vec3 ground = vec3(${ground.join(', ')});

// Signed distance to the shape's edge, in pixels of the drawing.
float edge(int shape, vec2 p, float r) {
  vec2 a = abs(p);
  if (shape == 1) return max(a.x, a.y) - r;
  if (shape == 2) return max(max(a.x, a.y), (a.x + a.y) * 0.7071) - r;
  if (shape == 3) return (a.x + a.y) * 0.7071 - r * 0.8;
  if (shape == 4) return max(-p.y, a.x * 0.866 + p.y * 0.5) - r;
  if (shape == 5) {
    vec2 q = abs(vec2(p.x + p.y, p.x - p.y)) * 0.7071;
    return max(min(q.x, q.y) - 1.15, max(q.x, q.y) - r);
  }
  return length(p) - r;
}

void main(void) {
  vec2 p = (gl_PointCoord * 2.0 - 1.0) * vec2(vReach.x, -vReach.x);
  float soft = 0.6 / vReach.y;
  if (vForm.w == 0.0 && vForm.y == 0.0) {
    // A dot, as most are: with a dark rim that keeps neighbours apart where a herd stands close.
    float outside = length(p) - vForm.x;
    float ink = 1.0 - smoothstep(-soft, soft, outside);
    float rim = (1.0 - smoothstep(0.4, 1.4 + soft, outside)) * 0.8 * (1.0 - ink);
    fragColor = vec4(mix(ground, vPaint.rgb, ink / max(ink + rim, 0.001)), (ink + rim) * vPaint.a);
    return;
  }
  int form = int(vForm.w);
  int pattern = form / 8;
  float outer = edge(form - pattern * 8, p, vForm.x);
  float line = vForm.y > 0.0 ? abs(outer) - vForm.y * 0.5 : outer;
  float ink = 1.0 - smoothstep(-soft, soft, line);
  if (pattern == 1) {
    float turn = fract(atan(p.y, p.x) / 6.28318 * 6.0);
    ink *= smoothstep(0.0, 0.08, turn) * (1.0 - smoothstep(0.62, 0.7, turn));
  } else if (pattern == 2) {
    float strokes = abs(abs(p.x) - abs(p.y)) * 0.7071 - 0.9;
    ink = max(ink, 1.0 - smoothstep(-soft, soft, max(strokes, outer)));
  } else if (pattern == 3) {
    float stripes = abs(fract((p.x + p.y) / 6.0) - 0.5) * 6.0 * 0.7071 - 1.1;
    ink = max(ink, 1.0 - smoothstep(-soft, soft, max(stripes, outer)));
  }
  ink *= vPaint.a;
  float inside = (1.0 - smoothstep(-soft, soft, outer)) * abs(vForm.z);
  float rim = vForm.y > 0.0 && vForm.z >= 0.0 ? 0.0 : (1.0 - smoothstep(0.4, 1.4 + soft, line)) * 0.8;
  vec3 below = inside > 0.0 && vForm.z > 0.0 ? vPaint.rgb : ground;
  float under = max(inside, rim) * (1.0 - ink);
  if (ink + under < 0.01) discard;
  fragColor = vec4(mix(below, vPaint.rgb, ink / (ink + under)), ink + under);
}
`
}
