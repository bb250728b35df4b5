import { useNames } from '../api/references.ts'
import { organisationsPath } from '../navigation/paths.ts'
import { ScreenLink } from '../navigation/ScreenLink.tsx'
import { organisationReference } from './organisationReference.ts'

/** An organisation's name as a link to it. */
export function OrganisationLink({ value }: { value: number }) {
  const name = useNames(organisationReference, [value]).get(value) ?? `#${value}`
  return <ScreenLink to={`${organisationsPath}?open=${value}`}>{name}</ScreenLink>
}
