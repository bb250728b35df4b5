import { bindingOf } from '../controls/controlProps.ts'
import type { Field, FieldOptions } from '../describe.ts'
import { CroppedImageInput } from './CroppedImageInput.tsx'
import { ImagesInput } from './ImagesInput.tsx'
import { Picture } from './Picture.tsx'

/** An uploaded picture of a fixed ratio (width divided by height), by its id. */
export function croppedImage<V>(
  labelId: Field<V, string>['labelId'],
  ratio: number,
  options: FieldOptions<V, string> = {},
): Field<V, string> {
  return {
    isWide: true,
    ...options,
    labelId,
    isSelfContained: true,
    Show: ({ value }) => <Picture id={value} />,
    Input: ({ value, onChange, ...props }) => (
      <CroppedImageInput {...bindingOf(props)} {...{ value, onChange, ratio }} />
    ),
  }
}

/** Several uploaded pictures, by their ids. */
export function images<V>(
  labelId: Field<V, string[]>['labelId'],
  maxCount: number,
  options: FieldOptions<V, string[]> = {},
): Field<V, string[]> {
  return {
    isWide: true,
    ...options,
    labelId,
    isSelfContained: true,
    Show: ({ value }) => (
      <span className="images-input">
        {value.map((id) => (
          <Picture key={id} id={id} />
        ))}
      </span>
    ),
    Input: ({ value, onChange, ...props }) => (
      <ImagesInput {...bindingOf(props)} {...{ value, onChange, most: maxCount }} />
    ),
  }
}
