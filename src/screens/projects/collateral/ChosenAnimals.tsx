import './collateral.css'
import { Alert, Button, Select } from 'antd'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { endpoints } from '#contract/calls/endpoints.ts'
import { call } from '../../../api/call.ts'
import { useCall } from '../../../api/queries.ts'
import { useDebounced } from '../../../api/useDebounced.ts'
import { farmReference } from '../../../entities/farmReference.ts'
import { RecordFinder } from '../../../form/controls/RecordFinder.tsx'

const typingPauseMs = 300
/** More ear tags than these are counted and not named. */
const named = 10

interface Values {
  id?: unknown
  collateralId?: unknown
  categoryId?: number | null | undefined
  animalIds?: number[] | null | undefined
  tags?: string[] | null | undefined
}
interface Props {
  values: Values
  set: (change: { animalIds?: number[] }) => void
}
const reasons = ['pledged', 'unknown', 'elsewhere', 'otherCategory', 'gone', 'drafted'] as const

/** All free animals that fit a filter, or those of a list of ear tags: how many would be pledged, and why others would not be. */
export function ChosenAnimals({ values, set }: Props) {
  const intl = useIntl()
  const { animalIds, tags } = values
  const asked = useDebounced(JSON.stringify({ ...inputOf(values), animalIds: animalIds ?? [], tags: tags ?? [] }), typingPauseMs)
  const input = JSON.parse(asked) as ReturnType<typeof inputOf> & { animalIds: number[]; tags: string[] }
  const isEnabled = input.categoryId > 0 && input.animalIds.length + input.tags.length > 0
  const { data } = useCall(endpoints.collateral.choose, input, { isEnabled, keepsPrevious: true })
  return (
    <>
      <FreeAnimals values={values} set={set} />
      <div role="status">
        {isEnabled && data && (
          <>
            <Alert className="form-notice" type="info" showIcon title={intl.formatMessage({ id: 'collateral.wouldPledge' }, { heads: data.animals.length })} />
            {reasons.flatMap((reason) =>
              data[reason].length === 0
                ? []
                : [<Alert key={reason} className="form-notice" type={reason === 'pledged' ? 'error' : 'warning'} showIcon title={intl.formatMessage({ id: `collateral.not.${reason}` }, { count: data[reason].length, tags: intl.formatList(data[reason].slice(0, named)) })} />],
            )}
          </>
        )}
      </div>
    </>
  )
}

const inputOf = ({ id, collateralId, categoryId }: Values) => ({ id: Number(id), ...(collateralId != null && { collateralId: Number(collateralId) }), categoryId: categoryId ?? 0 })

/** Takes all free animals of the category, of a farm or a sex, instead of a list. */
function FreeAnimals({ values, set }: Props) {
  const intl = useIntl()
  const [farmId, setFarm] = useState<number | null>(null)
  const [sex, setSex] = useState<'MALE' | 'FEMALE' | undefined>()
  const [isLooking, setLooking] = useState(false)
  const [foundNone, setFoundNone] = useState(false)
  const take = async () => {
    setLooking(true)
    try {
      const { animals } = await call(endpoints.collateral.choose, { ...inputOf(values), filter: { ...(farmId !== null && { farmId }), ...(sex && { sex }) } })
      setFoundNone(animals.length === 0)
      set({ animalIds: animals.map(({ id }) => id) })
    } finally {
      setLooking(false)
    }
  }
  const isReady = inputOf(values).categoryId > 0
  return (
    <div className="row collateral-free" role="group" aria-label={intl.formatMessage({ id: 'collateral.byFilter' })}>
      <RecordFinder to={farmReference} ids={farmId === null ? [] : [farmId]} most={1} placeholderId="collateral.anyFarm" aria-label={intl.formatMessage({ id: 'animal.farm' })} id="collateral-farm" disabled={false} onBlur={() => undefined} onChange={(ids) => setFarm(ids.at(-1) ?? null)} />
      <Select
        allowClear
        value={sex}
        placeholder={intl.formatMessage({ id: 'collateral.anySex' })}
        aria-label={intl.formatMessage({ id: 'animal.sex' })}
        options={(['FEMALE', 'MALE'] as const).map((one) => ({ value: one, label: intl.formatMessage({ id: `sex.${one}` }) }))}
        onChange={(next: 'MALE' | 'FEMALE' | undefined) => setSex(next)}
      />
      <Button loading={isLooking} disabled={!isReady} onClick={() => void take()}>
        {intl.formatMessage({ id: 'collateral.takeFree' })}
      </Button>
      {(values.animalIds?.length ?? 0) > 0 && (
        <Button type="link" onClick={() => set({ animalIds: [] })}>
          {intl.formatMessage({ id: 'collateral.takeNone' }, { count: values.animalIds?.length ?? 0 })}
        </Button>
      )}
      <span role="status">{foundNone && intl.formatMessage({ id: 'collateral.noneFree' })}</span>
    </div>
  )
}
