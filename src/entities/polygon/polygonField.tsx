import type { Polygon } from '#contract/values/geo.ts'
import type { Field, FieldOptions } from '../../form/describe.ts'
import type { MessageId } from '../../locale/languages.ts'
import type { Outline } from '../../map/editing/Surroundings.tsx'
import { PolygonInput } from './PolygonInput.tsx'
import { PolygonShown } from './PolygonShown.tsx'

/** Field for a polygon drawn on a map. @param useOutlines hook that returns the surroundings, from the form's values */
export function polygon<V>(
  labelId: MessageId,
  useOutlines: (values: V) => readonly Outline[],
  options: FieldOptions<V, Polygon> = {},
): Field<V, Polygon> {
  return {
    isWide: true,
    hintId: 'polygon.hint',
    ...options,
    labelId,
    Show: PolygonShown,
    Input: ({ values, value = null, ...props }) => (
      <PolygonInput {...props} value={value} outlines={useOutlines(values)} />
    ),
  }
}
