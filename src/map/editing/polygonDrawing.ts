import type { Map as MapLibreMap } from 'maplibre-gl'
import {
  TerraDraw,
  TerraDrawModeUndoRedo,
  TerraDrawPolygonMode,
  TerraDrawSelectMode,
  TerraDrawUndoRedoKeyboardShortcuts,
  type TerraDrawEventListeners,
} from 'terra-draw'
import { TerraDrawMapLibreGLAdapter } from 'terra-draw-maplibre-gl-adapter'
import type { LongitudeLatitude, Polygon } from '#contract/values/geo.ts'
import { drawingStyles } from './drawingStyles.ts'
import { snapTo } from './snapping.ts'
import type { DrawingTool } from './tools.ts'

export interface PolygonDrawing {
  /** Shows a polygon changed elsewhere; one just drawn here is already visible. */
  show: (polygon: Polygon | null) => void
  choose: (tool: DrawingTool) => void
  /** Removes the last corner of an unfinished ring. @returns whether there was one */
  undoCorner: () => boolean
  stop: () => void
}

interface Options {
  /** Lines that corners snap to, in addition to the polygon's own. */
  lines: () => readonly (readonly LongitudeLatitude[])[]
  onChange: (polygon: Polygon | null) => void
  /** Called when the tool changes: after a ring is drawn, its corners can be moved. */
  onTool: (tool: DrawingTool) => void
}

/** Decimal places, about a centimetre. */
const precision = 7
const snapPixels = 14
const round = (degrees: number) => Number(degrees.toFixed(precision))

/** One ring of the polygon; Terra Draw has no polygons with holes, so each ring is a feature. */
interface Ring {
  id: string | number
  /** 0: the outline. */
  place: number
  corners: LongitudeLatitude[]
}

/** Draws and edits one polygon with holes on a map, by mouse, touch and keyboard. */
export function startPolygonDrawing(map: MapLibreMap, { lines, onChange, onTool }: Options): PolygonDrawing {
  let shown: Polygon | null = null
  let tool: DrawingTool = 'corners'
  let isShowing = false
  const snapping = {
    toCoordinate: true,
    toCustom: (
      event: { containerX: number; containerY: number },
      { project }: { project: (longitude: number, latitude: number) => { x: number; y: number } },
    ) => snapTo({ x: event.containerX, y: event.containerY }, lines(), project, snapPixels)?.map(round),
  }
  const coordinates = { draggable: true, deletable: true, midpoints: { draggable: true }, snappable: snapping }
  const draw = new TerraDraw({
    adapter: new TerraDrawMapLibreGLAdapter({ map, coordinatePrecision: precision }),
    modes: [
      new TerraDrawPolygonMode({ snapping, pointerDistance: snapPixels, styles: drawingStyles.drawing }),
      new TerraDrawSelectMode({
        pointerDistance: snapPixels,
        flags: { polygon: { feature: { draggable: false, coordinates } } },
        keyEvents: { deselect: 'Escape', delete: 'Delete', rotate: null, scale: null },
        styles: drawingStyles.editing,
      }),
    ],
    undoRedo: { modeLevel: new TerraDrawModeUndoRedo(), keyboardShortcuts: new TerraDrawUndoRedoKeyboardShortcuts() },
  })

  const rings = (): Ring[] =>
    draw
      .getSnapshot()
      .flatMap(({ id, geometry, properties }) => {
        const place = properties['ring']
        if (id === undefined || geometry.type !== 'Polygon' || typeof place !== 'number') return []
        return [
          {
            id,
            place,
            corners: (geometry.coordinates[0] ?? []).map(([longitude = 0, latitude = 0]): LongitudeLatitude => [
              longitude,
              latitude,
            ]),
          },
        ]
      })
      .toSorted((a, b) => a.place - b.place)

  function reportChange(): void {
    const drawn = rings()
    shown = drawn[0]?.place === 0 ? { type: 'Polygon', coordinates: drawn.map(({ corners }) => corners) } : null
    onChange(shown)
  }

  /** Makes the newly drawn ring the outline or a hole. */
  function adopt(id: string | number): void {
    const before = rings()
    if (tool === 'outline') draw.removeFeatures(before.map((ring) => ring.id))
    draw.updateFeatureProperties(id, { ring: tool === 'outline' ? 0 : (before.at(-1)?.place ?? 0) + 1 })
  }

  const finished: TerraDrawEventListeners['finish'] = (id, { action }) => {
    if (action === 'draw') {
      isShowing = true
      adopt(id)
      isShowing = false
      choose('corners')
      onTool('corners')
    }
    reportChange()
  }
  const changed: TerraDrawEventListeners['change'] = (_ids, type) => {
    if (type !== 'delete' || isShowing || tool !== 'corners' || shown === null) return
    if (rings().length < shown.coordinates.length) reportChange()
  }
  draw.on('finish', finished)
  draw.on('change', changed)

  function choose(next: DrawingTool): void {
    tool = next
    if (next !== 'corners') {
      draw.setMode('polygon')
      return
    }
    draw.setMode('select')
    const [outline] = rings()
    if (outline) draw.selectFeature(outline.id)
  }

  draw.start()
  return {
    show(polygon) {
      if (polygon === shown) return
      isShowing = true
      draw.clear()
      draw.addFeatures(
        (polygon?.coordinates ?? []).map((ring, place) => ({
          type: 'Feature',
          properties: { mode: 'polygon', ring: place },
          geometry: {
            type: 'Polygon',
            coordinates: [ring.map(([longitude, latitude]) => [round(longitude), round(latitude)])],
          },
        })),
      )
      shown = polygon
      isShowing = false
      choose(polygon === null ? 'outline' : 'corners')
      onTool(tool)
    },
    choose,
    undoCorner: () => draw.getModeState() === 'drawing' && draw.canUndo() && draw.undo(),
    stop: () => draw.stop(),
  }
}
