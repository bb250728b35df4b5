import { Select } from 'antd'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { endpoints } from '#contract/calls/endpoints.ts'
import { type Choice, type Reference, useFound } from '../../../api/references.ts'
import { request } from '../../../api/request.ts'
import { bindingOf, type Binding } from '../../../form/controls/controlProps.ts'
import { clearButton } from '../../../form/controls/clearButton.tsx'
import type { Field } from '../../../form/describe.ts'
import type { MessageId } from '../../../locale/languages.ts'
import type { ProjectDraft } from './projectDraft.ts'

type Kind = 'BANK' | 'BORROWER'

/** Reference to organisations of a kind: known partners by part of their name, others by full name or credit code. */
const searchOf = (role: Kind): Reference => ({
  noun: `parties.${role}`,
  fixed: {},
  async find(name, signal) {
    return name === '' ? [] : (await request(endpoints.organisations.search, { role, name }, signal)).list
  },
  names: async () => [],
  all: async () => [],
})
const searches = { BANK: searchOf('BANK'), BORROWER: searchOf('BORROWER') }

/**
 * Field for a party of a project by its full name, which for an unknown organisation proves that the user knows it.
 * @param changesOf returns other values that change with the party, by its id
 */
export function partyField(
  labelId: MessageId,
  kind: Kind,
  changesOf: (id: number | null) => ProjectDraft,
): Field<ProjectDraft, string> {
  const search = searches[kind]
  const ids = new Map<string, number>()
  return {
    labelId,
    hintId: 'project.partyHint',
    Show: ({ value }) => value,
    changesWith: (name) => changesOf(name === null ? null : (ids.get(name) ?? null)),
    Input: ({ value, onChange, ...props }) => (
      <PartyInput
        {...bindingOf(props)}
        search={search}
        name={value ?? null}
        onChoose={(choice) => {
          if (choice) ids.set(choice.name, choice.id)
          onChange(choice?.name ?? null)
        }}
      />
    ),
  }
}

interface Props extends Binding {
  search: Reference
  name: string | null
  onChoose: (choice: Choice | null) => void
}

function PartyInput({ search, name, onChoose, ...binding }: Props) {
  const intl = useIntl()
  const [isOpen, setOpen] = useState(false)
  const [text, setText] = useState('')
  const { choices = [], isLooking } = useFound(search, text, isOpen)
  return (
    <Select
      {...binding}
      placeholder={intl.formatMessage({ id: 'form.find' })}
      showSearch={{ filterOption: false, onSearch: setText }}
      onOpenChange={setOpen}
      loading={isOpen && isLooking}
      options={(isLooking ? [] : choices).map((choice) => ({ value: choice.id, label: choice.name }))}
      notFoundContent={intl.formatMessage({
        id: text.trim() === '' ? 'form.find' : isLooking ? 'form.finding' : 'form.notFound',
      })}
      labelInValue
      value={name === null ? null : { value: 0, label: name }}
      allowClear={clearButton(intl, false)}
      onChange={(chosen: { value: number; label: string } | null | undefined) =>
        onChoose(choices.find(({ id }) => id === chosen?.value) ?? null)
      }
    />
  )
}
