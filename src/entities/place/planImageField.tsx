import type { PlanImage } from '#contract/herd/planImages.ts'
import type { Polygon } from '#contract/values/geo.ts'
import type { Field } from '../../form/describe.ts'
import { Picture } from '../../form/files/Picture.tsx'
import type { MessageId } from '../../locale/languages.ts'
import type { Outline } from '../../map/editing/Surroundings.tsx'
import { PlanImageInput } from './PlanImageInput.tsx'

interface WithBoundary {
  boundary?: Polygon | null | undefined
}

/** Field for the picture of a farm's plan. @param useOutlines hook that returns the surroundings, from the form's values */
export function planImage<V extends WithBoundary>(
  labelId: MessageId,
  useOutlines: (values: V) => readonly Outline[],
): Field<V, PlanImage> {
  return {
    isWide: true,
    hintId: 'plan.hint',
    labelId,
    Show: ({ value }) => <Picture id={value.imageId} />,
    Input: ({ values, value, ...props }) => (
      <PlanImageInput {...props} value={value} boundary={values.boundary} outlines={useOutlines(values)} />
    ),
  }
}
