import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import type { Animal } from '#contract/herd/animals.ts'
import { useNames } from '../../api/references.ts'
import { groupReference } from '../../entities/animals/groupReference.ts'
import { DocumentLink } from '../../form/files/DocumentLink.tsx'
import { Fact, FactSection } from '../../form/RecordDetails.tsx'
import { useFormats, ZoneContext } from '../../locale/formats.ts'
import { joinParts, listWords } from '../../locale/joins.ts'
import { ScreenLink } from '../../navigation/ScreenLink.tsx'
import { Past } from './details/Past.tsx'

/** Facts of an animal: status, past stays, neckbands and alerts. */
export function AnimalFacts({ record }: { record: Animal }) {
  const intl = useIntl()
  return (
    <>
      <Standing
        record={record}
        more={
          <Fact labelId="animal.more">
            <ScreenLink to={`/dashboard/animal-monitor/animal/details/${record.id}`}>
              {intl.formatMessage({ id: 'animal.toDetails' })}
            </ScreenLink>
          </Fact>
        }
      />
      <ZoneContext value={record.timeZone}>
        <Past id={record.id} />
      </ZoneContext>
    </>
  )
}

/** Whether the animal is in the herd, and how it left. */
export function Standing({ record, more }: { record: Animal; more?: ReactNode }) {
  const intl = useIntl()
  const formats = useFormats()
  const { status, leftOn, leftReason, documentId, isPledged, groupIds } = record
  const groups = useNames(groupReference, groupIds)
  return (
    <FactSection titleId="animal.standing">
      <Fact labelId="animal.status">{intl.formatMessage({ id: `animalStatus.${status}` })}</Fact>
      {leftOn !== null && <Fact labelId="animal.leftOn">{joinParts(intl, formats.date(leftOn), leftReason)}</Fact>}
      {documentId !== null && (
        <Fact labelId="animal.document">
          <DocumentLink id={documentId} />
        </Fact>
      )}
      <Fact labelId="animal.pledged">{intl.formatMessage({ id: isPledged ? 'list.yes' : 'list.no' })}</Fact>
      {groupIds.length > 0 && (
        <Fact labelId="animal.groups">
          {listWords(
            intl,
            groupIds.flatMap((id) => groups.get(id) ?? []),
          )}
        </Fact>
      )}
      {more}
    </FactSection>
  )
}
