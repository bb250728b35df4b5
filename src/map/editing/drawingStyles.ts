import { wall } from '../../theme/colours.ts'

interface Drawn {
  properties: Record<string, unknown>
}

/** A hole shows the ground through its polygon. */
const isHole = ({ properties }: Drawn) => Number(properties['ring']) > 0
const fill = (ring: Drawn) => (isHole(ring) ? wall.ground : wall.focus)
const fillOpacity = (ring: Drawn) => (isHole(ring) ? 0.7 : 0.18)

/** Styles of a ring while drawing and while moving corners: bright lines and large corners on dark ground. */
export const drawingStyles = {
  drawing: {
    fillColor: fill,
    fillOpacity,
    outlineColor: wall.focus,
    outlineWidth: 2,
    closingPointColor: wall.words,
    closingPointWidth: 7,
    closingPointOutlineColor: wall.focus,
    closingPointOutlineWidth: 2,
    snappingPointColor: wall.minor,
    snappingPointWidth: 6,
    snappingPointOutlineColor: wall.ground,
    snappingPointOutlineWidth: 1,
  },
  editing: {
    selectedPolygonColor: fill,
    selectedPolygonFillOpacity: fillOpacity,
    selectedPolygonOutlineColor: wall.focus,
    selectedPolygonOutlineWidth: 2,
    selectionPointColor: wall.words,
    selectionPointWidth: 6,
    selectionPointOutlineColor: wall.focus,
    selectionPointOutlineWidth: 2,
    midPointColor: wall.focus,
    midPointWidth: 4,
    midPointOutlineColor: wall.ground,
    midPointOutlineWidth: 1,
  },
} as const
