import { Button, Select } from 'antd'
import { useMemo, useState } from 'react'
import { useIntl } from 'react-intl'
import { endpoints } from '#contract/calls/endpoints.ts'
import type { Input } from '#contract/calls/endpoint.ts'
import { call } from '../../../api/call.ts'
import { describeReference, type Reference } from '../../../api/references.ts'
import { groupReference } from '../../../entities/animals/groupReference.ts'
import { farmReference } from '../../../entities/farmReference.ts'
import { DateInput } from '../../../form/controls/DateInput.tsx'
import { RecordFinder } from '../../../form/controls/RecordFinder.tsx'
import type { MessageId } from '../../../locale/languages.ts'
import { type ChosenProps, inputOf } from './chosen.ts'

type Filter = NonNullable<Input<typeof endpoints.collateral.choose>['filter']>

const bounds = [
  ['bornFrom', 'collateral.bornFrom'],
  ['bornTo', 'collateral.bornTo'],
] as const

/** Pens of a farm, by name. */
const pensOf = (farmId: number) =>
  describeReference({ list: endpoints.pens.list, search: 'name', nameOf: ({ name }) => name, fixed: { farmId } })

/** Selects all free animals of the category that match a filter, instead of a tag list. */
export function FreeAnimals({ values, set }: ChosenProps) {
  const intl = useIntl()
  const [filter, setFilter] = useState<Filter>({})
  const [isLooking, setLooking] = useState(false)
  const [foundNone, setFoundNone] = useState(false)
  const { farmId } = filter
  const pens = useMemo(() => pensOf(farmId ?? 0), [farmId])
  const change = (changed: { [F in keyof Filter]: Filter[F] | undefined }) => {
    // Empty filters are left out.
    setFilter((before) =>
      Object.fromEntries(Object.entries({ ...before, ...changed }).filter(([, value]) => value !== undefined)),
    )
    setFoundNone(false)
  }
  const selectAll = async () => {
    setLooking(true)
    try {
      const { animals } = await call(endpoints.collateral.choose, { ...inputOf(values), filter })
      setFoundNone(animals.length === 0)
      set({ animalIds: animals.map(({ id }) => id) })
    } finally {
      setLooking(false)
    }
  }
  const isReady = inputOf(values).categoryId > 0
  const isAskew = filter.bornFrom !== undefined && filter.bornTo !== undefined && filter.bornFrom > filter.bornTo
  return (
    <div className="row collateral-free" role="group" aria-label={intl.formatMessage({ id: 'collateral.byFilter' })}>
      <One
        name="farm"
        labelId="animal.farm"
        to={farmReference}
        id={farmId}
        placeholderId="collateral.anyFarm"
        onChange={(id) => change({ farmId: id, farmSlotId: undefined })}
      />
      {/* A pen can be chosen only within a farm. */}
      <One
        name="pen"
        labelId="animal.pen"
        to={pens}
        id={filter.farmSlotId}
        placeholderId="collateral.anyPen"
        isDisabled={farmId === undefined}
        onChange={(farmSlotId) => change({ farmSlotId })}
      />
      <One
        name="group"
        labelId="animal.group"
        to={groupReference}
        id={filter.groupId}
        placeholderId="collateral.anyGroup"
        onChange={(groupId) => change({ groupId })}
      />
      <Select
        allowClear
        value={filter.sex}
        placeholder={intl.formatMessage({ id: 'collateral.anySex' })}
        aria-label={intl.formatMessage({ id: 'animal.sex' })}
        options={(['FEMALE', 'MALE'] as const).map((one) => ({
          value: one,
          label: intl.formatMessage({ id: `sex.${one}` }),
        }))}
        onChange={(sex: Filter['sex']) => change({ sex })}
      />
      {bounds.map(([field, titleId]) => (
        <div key={field} className="collateral-born">
          {/* Not around the field, as the calendar button would become part of its name. */}
          <label htmlFor={`collateral-${field}`}>{intl.formatMessage({ id: titleId })}</label>
          <DateInput
            id={`collateral-${field}`}
            value={filter[field] ?? null}
            onChange={(day) => change({ [field]: day ?? undefined })}
          />
        </div>
      ))}
      <Button loading={isLooking} disabled={!isReady || isAskew} onClick={() => void selectAll()}>
        {intl.formatMessage({ id: 'collateral.takeFree' })}
      </Button>
      {(values.animalIds?.length ?? 0) > 0 && (
        <Button type="link" onClick={() => set({ animalIds: [] })}>
          {intl.formatMessage({ id: 'collateral.takeNone' }, { count: values.animalIds?.length ?? 0 })}
        </Button>
      )}
      <span role="status">
        {isAskew
          ? intl.formatMessage({ id: 'collateral.bornAskew' })
          : foundNone && intl.formatMessage({ id: 'collateral.noneFree' })}
      </span>
    </div>
  )
}

interface OneProps {
  name: string
  labelId: MessageId
  to: Reference
  id: number | undefined
  placeholderId: MessageId
  isDisabled?: boolean
  onChange: (id: number | undefined) => void
}

/** Finder for at most one record. */
function One({ name, labelId, to, id, placeholderId, isDisabled = false, onChange }: OneProps) {
  const intl = useIntl()
  return (
    <RecordFinder
      aria-label={intl.formatMessage({ id: labelId })}
      to={to}
      ids={id === undefined ? [] : [id]}
      maxCount={1}
      placeholderId={placeholderId}
      id={`collateral-${name}`}
      disabled={isDisabled}
      onBlur={() => undefined}
      onChange={(ids) => onChange(ids.at(-1))}
    />
  )
}
