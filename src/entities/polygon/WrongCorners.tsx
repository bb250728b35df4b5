import { useIntl } from 'react-intl'
import type { FieldErrors } from '../../form/values/fieldErrors.ts'

const maxShown = 3

/** Locates the errors in a polygon; the field itself describes them. */
export function WrongCorners({ errors }: { errors: FieldErrors }) {
  const intl = useIntl()
  const places = Object.keys(errors).flatMap((path) => {
    const [, ring, corner, axis] = /^coordinates\.(\d+)(?:\.(\d+)(?:\.([01]))?)?$/.exec(path) ?? []
    return ring === undefined
      ? []
      : [{ path, ring: Number(ring), corner: corner === undefined ? 0 : Number(corner) + 1, axis: axis ?? 'none' }]
  })
  return places.length > 0 ? (
    <ul className="polygon-input-wrong">
      {places.slice(0, maxShown).map(({ path, ...place }) => (
        <li key={path}>{intl.formatMessage({ id: 'polygon.where' }, place)}</li>
      ))}
    </ul>
  ) : null
}
