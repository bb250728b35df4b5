import type { Map as MapLibreMap } from 'maplibre-gl'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Polygon } from '#contract/values/geo.ts'
import { type Conversion, convertPolygon } from '../base/datum.ts'
import { useConversion } from '../base/useConversion.ts'
import { boundsOf, outerRing } from '../geometry.ts'
import { DrawingTools } from './DrawingTools.tsx'
import { EditingMap } from './EditingMap.tsx'
import { startPolygonDrawing, type PolygonDrawing } from './polygonDrawing.ts'
import { ensureVisible } from './sight.ts'
import type { Outline } from './Surroundings.tsx'
import type { DrawingTool } from './tools.ts'

/** Escape ends the drawing without closing the form around it. */
const stopEscape = (event: KeyboardEvent) => {
  if (event.key === 'Escape') event.stopPropagation()
}

interface Props {
  polygon: Polygon | null
  outlines: readonly Outline[]
  isDisabled: boolean
  canUndo: boolean
  canRedo: boolean
  onChange: (polygon: Polygon | null) => void
  onUndo: () => void
  onRedo: () => void
}

/** Map for drawing and editing one polygon. */
export function PolygonMap({ polygon, outlines, isDisabled, canUndo, canRedo, onChange, onUndo, onRedo }: Props) {
  const [map, setMap] = useState<MapLibreMap | null>(null)
  const [tool, setTool] = useState<DrawingTool>('outline')
  const drawing = useRef<PolygonDrawing | null>(null)
  const conversion = useConversion()
  const drawn = useRef<{ polygon: Polygon | null; conversion: Conversion }>({ polygon: null, conversion })

  const linesNow = useEffectEvent(() =>
    outlines.flatMap(({ kind, polygon: { coordinates } }) =>
      kind === 'plan' ? [] : coordinates.map((ring) => ring.map(conversion.toMap)),
    ),
  )
  const changed = useEffectEvent((next: Polygon | null) => {
    const polygonDrawn = next && convertPolygon(next, conversion.toGround)
    drawn.current = { polygon: polygonDrawn, conversion }
    onChange(polygonDrawn)
  })
  useEffect(() => {
    if (!map) return
    map.getCanvas().addEventListener('keydown', stopEscape)
    const started = startPolygonDrawing(map, {
      lines: () => linesNow(),
      onChange: (next) => changed(next),
      onTool: setTool,
    })
    started.choose('outline')
    drawing.current = started
    return () => {
      drawing.current = null
      started.stop()
    }
  }, [map])

  useEffect(() => {
    if (!map || (polygon === drawn.current.polygon && conversion === drawn.current.conversion)) return
    drawn.current = { polygon, conversion }
    const shown = polygon && convertPolygon(polygon, conversion.toMap)
    drawing.current?.show(shown)
    if (shown) ensureVisible(map, boundsOf(outerRing(shown)))
  }, [map, polygon, conversion])

  function choose(next: DrawingTool) {
    drawing.current?.choose(next)
    setTool(next)
    map?.getCanvas().focus()
  }
  return (
    <div className="polygon-map" data-tool={tool}>
      {!isDisabled && map && (
        <DrawingTools
          tool={tool}
          hasOutline={polygon !== null}
          canUndo={canUndo || tool !== 'corners'}
          canRedo={canRedo}
          onChoose={choose}
          onUndo={() => drawing.current?.undoCorner() || onUndo()}
          onRedo={onRedo}
        />
      )}
      <EditingMap about={polygon ? outerRing(polygon) : []} outlines={outlines} onMap={setMap} />
    </div>
  )
}
