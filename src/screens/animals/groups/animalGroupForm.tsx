import { useIntl } from 'react-intl'
import { endpoints } from '#contract/calls/endpoints.ts'
import { describeForm } from '../../../form/describe.ts'
import { text, textarea } from '../../../form/fields.tsx'
import { Fact, FactSection } from '../../../form/RecordDetails.tsx'
import { ScreenLink } from '../../../navigation/ScreenLink.tsx'

/** Number of members, with a link to their list. */
function Members({ record: { id, heads } }: { record: { id: number; heads: number } }) {
  const intl = useIntl()
  return (
    <FactSection titleId="animal.title">
      <Fact labelId="group.heads">
        <ScreenLink to={`/dashboard/animal-monitor/animal/list?groupId=${id}`}>
          {intl.formatMessage({ id: 'animal.count' }, { count: heads })}
        </ScreenLink>
      </Fact>
    </FactSection>
  )
}

export const animalGroupForm = describeForm(endpoints.animalGroups.addOrEdit, {
  noun: 'animalGroups',
  newTitleId: 'group.new',
  titleOf: ({ name }) => name,
  load: endpoints.animalGroups.detail,
  sections: [{ fields: { name: text('group.name'), remark: textarea('group.remark') } }],
  Facts: Members,
})
