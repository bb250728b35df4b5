import { wall } from '../../theme/colours.ts'

/** The look of a ring that is drawn, and of one whose corners are moved: bright lines and large corners on the dark ground. */
export const drawingStyles = {
  drawing: {
    fillColor: wall.focus,
    fillOpacity: 0.18,
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
    selectedPolygonColor: wall.focus,
    selectedPolygonFillOpacity: 0.18,
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
