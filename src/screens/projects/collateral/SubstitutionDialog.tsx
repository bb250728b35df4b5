import { useEffect, useState } from 'react'
import { useIntl } from 'react-intl'
import { App } from 'antd'
import { endpoints } from '#contract/calls/endpoints.ts'
import { maxSubstitutedAnimals } from '#contract/projects/releases.ts'
import { useCall } from '../../../api/queries.ts'
import { RecordDrawer } from '../../../form/RecordDrawer.tsx'
import { firstPairs, type Proposal } from './pairsField.tsx'
import { substitutionForm } from './releaseForms.ts'

interface Props {
  projectId: number
  animalIds: number[]
  /** The animals, in words. */
  about?: string | undefined
  onClose: () => void
  onDone: () => void
}

/** Requests that free animals replace pledged ones, starting from the server's proposal. */
export function SubstitutionDialog(props: Props) {
  const { projectId, animalIds, onClose } = props
  const intl = useIntl()
  const { message } = App.useApp()
  const isTooMany = animalIds.length > maxSubstitutedAnimals
  const { data, error } = useCall(endpoints.releases.propose, { id: projectId, animalIds }, { isEnabled: !isTooMany })
  useEffect(() => {
    if (isTooMany)
      void message.warning(intl.formatMessage({ id: 'substitution.tooMany' }, { most: maxSubstitutedAnimals }))
    // Failures are reported as usual.
    if (isTooMany || error !== null) onClose()
  }, [isTooMany, error, onClose, message, intl])
  return data && <OpenSubstitution {...props} proposal={data} />
}

/** The proposal stays fixed while the dialog is open. */
function OpenSubstitution({ projectId, proposal, about, onClose, onDone }: Props & { proposal: Proposal }) {
  const [{ form, initial }] = useState(() => ({
    form: substitutionForm(proposal),
    initial: { id: projectId, pairs: firstPairs(proposal) },
  }))
  return (
    <RecordDrawer
      form={form}
      id="new"
      initial={initial}
      extra={about && <bdi className="form-about">{about}</bdi>}
      onClose={onClose}
      onSaved={onDone}
    />
  )
}
