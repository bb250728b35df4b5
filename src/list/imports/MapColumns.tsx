import { Button, Select } from 'antd'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { endpoints } from '#contract/calls/endpoints.ts'
import type { Import } from '#contract/calls/imports.ts'
import { call } from '../../api/call.ts'
import { CallError } from '../../api/CallError.ts'
import { inPlace } from '../../api/failures.ts'
import { useCall } from '../../api/queries.ts'
import { nextToTrigger } from '../../controls/besideTrigger.ts'

interface Props {
  noun: Import['noun']
  /** Titles of the sheet that no field has. */
  titles: readonly string[]
  onMapped: () => void
}

/** Choice for a column that is left out. */
const leftOut = ''

/** Maps the columns that were not recognised to fields. The server keeps the map for the person's next sheets. */
export function MapColumns({ noun, titles, onMapped }: Props) {
  const intl = useIntl()
  const [fields, setFields] = useState<Readonly<Record<string, string>>>({})
  const [isSaving, setSaving] = useState(false)
  const { data } = useCall(endpoints.imports.columns, { noun }, { shows: inPlace })
  if (!data) return null
  const used = new Set(Object.values(fields))

  const save = async () => {
    setSaving(true)
    const columns = Object.entries(fields).map(([title, field]) => ({ title, field: field === leftOut ? null : field }))
    try {
      await call(endpoints.imports.mapColumns, { noun, columns })
      onMapped()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
    } finally {
      setSaving(false)
    }
  }
  return (
    <section className="import-map" aria-label={intl.formatMessage({ id: 'import.map' })}>
      <p>{intl.formatMessage({ id: 'import.mapText' })}</p>
      <ul>
        {titles.map((title) => (
          <li key={title}>
            <bdi>{title}</bdi>
            <Select
              aria-label={title}
              value={fields[title] ?? null}
              placeholder="–"
              getPopupContainer={nextToTrigger}
              onChange={(field: string) => setFields({ ...fields, [title]: field })}
              options={[
                { value: leftOut, label: intl.formatMessage({ id: 'import.mapSkip' }) },
                ...data.columns.map(({ field, title: label }) => ({
                  value: field,
                  label,
                  disabled: used.has(field) && fields[title] !== field,
                })),
              ]}
            />
          </li>
        ))}
      </ul>
      <Button loading={isSaving} disabled={Object.keys(fields).length === 0} onClick={() => void save()}>
        {intl.formatMessage({ id: 'import.mapAgain' })}
      </Button>
    </section>
  )
}
