import { Alert } from 'antd'
import { useIntl } from 'react-intl'
import { endpoints } from '#contract/calls/endpoints.ts'
import { useCall } from '../../api/queries.ts'
import { describeReference } from '../../api/references.ts'
import { bindingOf } from '../../form/controls/controlProps.ts'
import { RecordFinder } from '../../form/controls/RecordFinder.tsx'
import type { Field, FieldOptions } from '../../form/describe.ts'
import { joinParts } from '../../locale/joins.ts'
import type { MessageId } from '../../locale/languages.ts'

/** Counties by code, place and name. */
const countyReference = describeReference({
  list: endpoints.counties.list,
  search: 'name',
  nameOf: ({ id, name, place }) => `${id} ${place} ${name}`,
})

/** Loads a county by code. An unknown code may be kept, as it was stored before. */
function useCounty(code: string | null | undefined) {
  const isEnabled = code != null && /^\d{6}$/.test(code)
  const { data } = useCall(endpoints.counties.list, { ids: [Number(code)], pageSize: 1 }, { isEnabled })
  return { county: data?.list[0], isUnknown: isEnabled && data !== undefined && data.total === 0 }
}

/** Field for a county of China, found by code or name. */
export function countyField<V>(labelId: MessageId, options: FieldOptions<V, string> = {}): Field<V, string> {
  return {
    ...options,
    labelId,
    isSelfContained: true,
    Show({ value }) {
      const intl = useIntl()
      const { county } = useCounty(value)
      return joinParts(intl, county && `${county.place} ${county.name}`, value)
    },
    Input({ value, onChange, ...props }) {
      const intl = useIntl()
      const { isUnknown } = useCounty(value)
      return (
        <>
          <RecordFinder
            {...bindingOf(props)}
            to={countyReference}
            ids={value == null ? [] : [Number(value)]}
            maxCount={1}
            placeholderId={options.placeholderId}
            onChange={(ids) => onChange(ids.at(-1)?.toString() ?? null)}
          />
          {isUnknown && (
            <Alert
              className="form-notice"
              type="warning"
              showIcon
              title={intl.formatMessage({ id: 'farm.countyUnknown' }, { code: value })}
            />
          )}
        </>
      )
    },
  }
}
