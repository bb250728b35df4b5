import { useIntl } from 'react-intl'
import type { Polygon } from '#contract/values/geo.ts'
import { squareMetresOf } from '#contract/values/polygons.ts'

const squareMetresPerHectare = 10_000
const squareMetresPerMu = 10_000 / 15

/** Area of a polygon in hectares and mu. */
export function Area({ polygon }: { polygon: Polygon }) {
  const intl = useIntl()
  const squareMetres = squareMetresOf(polygon)
  const figures = {
    hectares: intl.formatNumber(squareMetres / squareMetresPerHectare, { maximumSignificantDigits: 4 }),
    mu: intl.formatNumber(squareMetres / squareMetresPerMu, { maximumSignificantDigits: 4 }),
  }
  return <span className="polygon-area">{intl.formatMessage({ id: 'polygon.area' }, figures)}</span>
}
