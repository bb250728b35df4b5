import type { ShaderModule } from '@luma.gl/shadertools'
import { flags } from '#contract/frames.ts'
import { rgb, type Palette } from './palette.ts'
import { firstSymbolByte, symbolLooks, symbolNames, type SymbolLook, type SymbolName } from './symbols.ts'

/** Up to this age of its position an animal is drawn bright, then fading until the second, then hollow. */
export const freshS = 5 * 60
export const agedS = 60 * 60

const shapes = ['circle', 'square', 'octagon', 'diamond', 'triangle', 'cross'] as const
const patterns = ['dashed', 'crossed', 'hatched'] as const

const uniformBlock = /* glsl */ `\
layout(std140) uniform glideUniforms {
  float nowS;
  float herdS;
  float glideS;
  float scale;
  float sizeMetres;
  float minPixels;
} glide;
`

export interface GlideUniforms {
  /** Seconds since the columns' `baseS`. */
  nowS: number
  /** Herd time, seconds since the columns' `baseAt`. */
  herdS: number
  /** 0: nothing glides. */
  glideS: number
  /** Size of a pixel of the drawings on this screen. */
  scale: number
  /** Radius of an animal on the ground; 0: symbols keep their size at every zoom. */
  sizeMetres: number
  /** An animal's smallest radius. */
  minPixels: number
}

export const glideUniforms = {
  name: 'glide',
  vs: uniformBlock,
  fs: uniformBlock,
  uniformTypes: { nowS: 'f32', herdS: 'f32', glideS: 'f32', scale: 'f32', sizeMetres: 'f32', minPixels: 'f32' },
} as const satisfies ShaderModule<GlideUniforms>

const number = (value: number) => value.toFixed(3)
const is = (name: SymbolName) => `${symbolNames.indexOf(name)}u`

export const vertexShader = /* glsl */ `\
#version 300 es
#define SHADER_NAME glide-layer-vertex
in vec2 corners;
in float longitudeOffsets;
in float latitudeOffsets;
in float fromLongitudeOffsets;
in float fromLatitudeOffsets;
in float movedAtS;
in float fixedAtS;
in uint flags;
out vec2 vPixels;
out float vGrow;
out float vOpacity;
flat out uint vSymbol;

const float radii[${symbolNames.length}] = float[](${symbolNames.map((name) => number(looks(name).radiusPixels + looks(name).strokePixels / 2)).join(', ')});

void main(void) {
  uint symbol;
  vOpacity = 1.0;
  if (flags >= ${firstSymbolByte}u) {
    symbol = flags - ${firstSymbolByte}u;
  } else if ((flags & ${flags.unaccounted}u) != 0u) {
    symbol = ${is('unaccounted')};
  } else if ((flags & ${flags.unverified}u) != 0u) {
    symbol = ${is('unverified')};
  } else if ((flags & ${flags.outside}u) != 0u) {
    symbol = ${is('outside')};
  } else {
    float age = glide.herdS - fixedAtS;
    symbol = age <= ${number(freshS)} ? ${is('fresh')} : age <= ${number(agedS)} ? ${is('aged')} : ${is('stale')};
    vOpacity = mix(1.0, 0.7, smoothstep(${number(freshS)}, ${number(agedS)}, age));
  }
  float t = glide.glideS > 0.0 ? clamp((glide.nowS - movedAtS) / glide.glideS, 0.0, 1.0) : 1.0;
  vec2 offset = mix(vec2(fromLongitudeOffsets, fromLatitudeOffsets), vec2(longitudeOffsets, latitudeOffsets), t);
  bool gone = flags < ${firstSymbolByte}u && (flags & ${flags.gone}u) != 0u;
  if (gone || isnan(offset.x) || isnan(longitudeOffsets)) {
    gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
    return;
  }
  geometry.worldPosition = vec3(offset, 0.0);
  gl_Position = project_position_to_clipspace(vec3(offset, 0.0), vec3(0.0), vec3(0.0), geometry.position);

  // Animals shrink as one zooms out, what is abnormal less than the rest.
  vGrow = glide.scale;
  if (glide.sizeMetres > 0.0) {
    float least = glide.minPixels / ${number(symbolLooks.fresh.radiusPixels)};
    if (symbol != ${is('fresh')} && symbol != ${is('aged')} && symbol != ${is('stale')}) least = max(least, 0.75);
    vGrow *= clamp(project_size_to_pixel(glide.sizeMetres) / (${number(symbolLooks.fresh.radiusPixels)} * glide.scale), least, 1.15);
  }
  vSymbol = symbol;
  // One pixel for the dark rim, one for the soft edge; triangles and diamonds reach beyond their radius.
  float reach = radii[symbol] * (symbol == ${is('minor')} || symbol == ${is('farmMinor')} ? 2.0 : symbol == ${is('major')} || symbol == ${is('farmMajor')} ? 1.3 : 1.0) + 2.0;
  vPixels = corners * reach;
  gl_Position.xy += project_pixel_size_to_clipspace(vPixels * vGrow);
}
`

export function fragmentShader(palette: Palette): string {
  const vec3 = (hex: string) => `vec3(${rgb(hex).map((part) => number(part / 255)).join(', ')})`
  const list = (type: string, of: (look: SymbolLook) => string) => `${type}[](${symbolNames.map((name) => of(looks(name))).join(', ')})`
  const count = symbolNames.length
  return /* glsl */ `\
#version 300 es
#define SHADER_NAME glide-layer-fragment
precision highp float;
in vec2 vPixels;
in float vGrow;
in float vOpacity;
flat in uint vSymbol;
out vec4 fragColor;

const int shapes[${count}] = ${list('int', (look) => String(shapes.indexOf(look.shape)))};
const int patterns[${count}] = ${list('int', (look) => String(look.pattern ? patterns.indexOf(look.pattern) : -1))};
const vec3 colours[${count}] = ${list('vec3', (look) => vec3(palette[look.colour]))};
// Radius, width of the line, how much the inside is filled (negative: with the ground's colour), opacity.
const vec4 sizes[${count}] = ${list('vec4', (look) => `vec4(${number(look.radiusPixels)}, ${number(look.strokePixels)}, ${number((look.fill ?? 0) * (look.blank ? -1 : 1))}, ${number(look.opacity ?? 1)})`)};
const vec3 ground = ${vec3(palette.ground)};

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
  vec4 size = sizes[vSymbol];
  int pattern = patterns[vSymbol];
  vec2 p = vPixels;
  float soft = 0.6 / vGrow;
  float outer = edge(shapes[vSymbol], p, size.x);
  float line = size.y > 0.0 ? abs(outer) - size.y * 0.5 : outer;
  float ink = 1.0 - smoothstep(-soft, soft, line);
  if (pattern == 0) {
    float turn = fract(atan(p.y, p.x) / 6.28318 * 6.0);
    ink *= smoothstep(0.0, 0.08, turn) * (1.0 - smoothstep(0.62, 0.7, turn));
  } else if (pattern == 1) {
    float strokes = abs(abs(p.x) - abs(p.y)) * 0.7071 - 0.9;
    ink = max(ink, (1.0 - smoothstep(-soft, soft, max(strokes, outer))));
  } else if (pattern == 2) {
    float stripes = abs(fract((p.x + p.y) / 6.0) - 0.5) * 6.0 * 0.7071 - 1.1;
    ink = max(ink, 1.0 - smoothstep(-soft, soft, max(stripes, outer)));
  }
  ink *= size.w;
  float inside = (1.0 - smoothstep(-soft, soft, outer)) * abs(size.z);
  vec3 insideColour = size.z < 0.0 ? ground : colours[vSymbol];
  // A dark rim keeps neighbours apart where a herd stands close.
  float rim = size.y > 0.0 && size.z >= 0.0 ? 0.0 : (1.0 - smoothstep(0.4, 1.4 + soft, line)) * 0.8;
  vec3 below = inside > 0.0 ? insideColour : ground;
  float belowAlpha = max(inside, rim);
  float alpha = (ink + belowAlpha * (1.0 - ink)) * vOpacity;
  if (alpha < 0.01) discard;
  fragColor = vec4(mix(below, colours[vSymbol], ink / max(ink + belowAlpha * (1.0 - ink), 0.001)), alpha);
}
`
}

function looks(name: SymbolName): SymbolLook {
  return symbolLooks[name]
}
