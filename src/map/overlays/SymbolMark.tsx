import type { WallColours } from '../../theme/colours.ts'
import { symbolLooks, type SymbolLook, type SymbolName } from '../symbols.ts'

interface Props {
  look: SymbolName
  palette: WallColours
  /** Half the size, in the units of the surrounding drawing. */
  radius: number
}

/** Map symbol as SVG, centred on (0, 0). */
export function SymbolMark({ look, palette, radius }: Props) {
  const { shape, colour, strokePixels, radiusPixels, pattern, opacity, blank }: SymbolLook = symbolLooks[look]
  const paint = palette[colour]
  const stroke = (strokePixels / radiusPixels) * radius
  const outline = shape === 'circle' ? circle(radius - stroke / 2) : polygon(shape, radius - stroke / 2)
  if (shape === 'cross') {
    const arm = radius * 0.72
    return (
      <path
        d={`M${-arm} ${-arm}L${arm} ${arm}M${-arm} ${arm}L${arm} ${-arm}`}
        stroke={paint}
        strokeWidth={radius * 0.32}
      />
    )
  }
  if (strokePixels === 0) return <path d={outline} fill={paint} opacity={opacity} />
  return (
    <g opacity={opacity} stroke={paint} strokeWidth={stroke} fill="none">
      <path
        d={outline}
        fill={blank ? palette.ground : 'none'}
        strokeDasharray={pattern === 'dashed' ? `${radius * 0.62} ${radius * 0.42}` : undefined}
      />
      {pattern === 'crossed' ? (
        <path d={`M${-radius} ${-radius}L${radius} ${radius}M${-radius} ${radius}L${radius} ${-radius}`} />
      ) : null}
      {pattern === 'hatched'
        ? [-0.6, 0, 0.6].map((shift) => {
            const [across, along] = [shift * radius * 0.7, Math.sqrt(1 - shift * shift * 0.98) * radius * 0.68]
            return <path key={shift} d={`M${across - along} ${across + along}L${across + along} ${across - along}`} />
          })
        : null}
    </g>
  )
}

function circle(radius: number): string {
  return `M${-radius} 0A${radius} ${radius} 0 1 1 ${radius} 0A${radius} ${radius} 0 1 1 ${-radius} 0Z`
}

function polygon(shape: Exclude<SymbolLook['shape'], 'circle'>, radius: number): string {
  const r = radius
  switch (shape) {
    case 'square':
    case 'cross':
      return `M${-r} ${-r}H${r}V${r}H${-r}Z`
    case 'diamond':
      return `M0 ${-r * 1.15}L${r * 1.15} 0L0 ${r * 1.15}L${-r * 1.15} 0Z`
    case 'triangle':
      return `M0 ${-r * 1.1}L${r * 1.1} ${r * 0.85}L${-r * 1.1} ${r * 0.85}Z`
    case 'octagon': {
      const c = r * 0.4142
      return `M${-c} ${-r}H${c}L${r} ${-c}V${c}L${c} ${r}H${-c}L${-r} ${c}V${-c}Z`
    }
  }
}
