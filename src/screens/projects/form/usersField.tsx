import { Select } from 'antd'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { endpoints } from '#contract/calls/endpoints.ts'
import { useCall } from '../../../api/queries.ts'
import { useSession } from '../../../api/session.ts'
import { useDebounced } from '../../../api/useDebounced.ts'
import { bindingOf, type Binding } from '../../../form/controls/controlProps.ts'
import type { Field, FieldOptions } from '../../../form/describe.ts'
import { listWords } from '../../../locale/joins.ts'
import type { MessageId } from '../../../locale/languages.ts'
import type { ProjectDraft } from './projectDraft.ts'

interface Chosen {
  id: number
  displayName?: string | undefined
  userName?: string | undefined
}

const maxUsers = 50
const typingPauseMs = 250

/** Organisation of the users: the own one, none (found by full user name), or a party by its id. */
type Whose = 'own' | 'none' | ((values: ProjectDraft) => number | null | undefined)

/** Field for the users of one party who follow a project. */
export function usersField(
  labelId: MessageId,
  whose: Whose,
  options: FieldOptions<ProjectDraft, Chosen[]> = {},
): Field<ProjectDraft, Chosen[]> {
  return {
    isWide: true,
    ...options,
    labelId,
    ...(typeof whose === 'function' && { shownWhen: (values: ProjectDraft) => whose(values) != null }),
    Show({ value }) {
      return listWords(
        useIntl(),
        value.map(({ displayName, id }) => displayName ?? `#${id}`),
      )
    },
    Input: ({ value, onChange, values, ...props }) => (
      <UsersInput
        {...bindingOf(props)}
        whose={typeof whose === 'function' ? (whose(values) ?? 0) : whose}
        chosen={value ?? []}
        onChange={onChange}
      />
    ),
  }
}

interface Props extends Binding {
  whose: 'own' | 'none' | number
  chosen: Chosen[]
  onChange: (chosen: Chosen[]) => void
}

function UsersInput({ whose, chosen, onChange, ...binding }: Props) {
  const intl = useIntl()
  const own = useSession(({ session }) => session?.organisationId ?? 0)
  const [text, setText] = useState('')
  const name = useDebounced(text.trim(), typingPauseMs)
  const organisationId = whose === 'own' ? own : whose
  const { data, isPlaceholderData } = useCall(
    endpoints.users.search,
    { name, ...(organisationId !== 'none' && { organisationId }) },
    { isEnabled: name !== '', keepsPrevious: true },
  )
  const isLooking = name !== '' && (data === undefined || isPlaceholderData || name !== text.trim())
  const found =
    name === '' || isLooking
      ? []
      : (data?.list ?? []).filter(({ role }) => whose !== 'none' || role === 'BANK_USER_NO_ORG')
  const nameOf = (id: number) => [...chosen, ...found].find((one) => one.id === id)?.displayName ?? `#${id}`
  return (
    <Select
      {...binding}
      mode="multiple"
      maxCount={maxUsers}
      placeholder={intl.formatMessage({ id: 'form.find' })}
      showSearch={{ filterOption: false, onSearch: setText }}
      loading={isLooking}
      options={found.map(({ id, displayName }) => ({ value: id, label: displayName }))}
      notFoundContent={intl.formatMessage({
        id: name === '' ? 'form.find' : isLooking ? 'form.finding' : 'form.notFound',
      })}
      labelInValue
      value={chosen.map(({ id }) => ({ value: id, label: nameOf(id) }))}
      onChange={(ids) =>
        onChange(
          ids.map(
            ({ value: id }) => chosen.find((one) => one.id === id) ?? { id, displayName: nameOf(id), userName: name },
          ),
        )
      }
    />
  )
}
