import { useIntl } from 'react-intl'
import { Tag } from '../../../list/grid/cells.tsx'

interface Checked {
  tag: string
  isPledged: boolean
  isKnown: boolean
}

/** Result for each ear tag: pledged, unknown or free, in this order. The pledgee is not shown. */
export function CheckedTags({ checked }: { checked: readonly Checked[] }) {
  const intl = useIntl()
  const pledged = checked.filter(({ isPledged }) => isPledged)
  const unknown = checked.filter(({ isPledged, isKnown }) => !isPledged && !isKnown)
  const free = checked.filter(({ isPledged, isKnown }) => !isPledged && isKnown)
  return (
    <section className="panel" aria-labelledby="checked">
      <h2 id="checked" aria-live="polite">
        {intl.formatMessage({ id: 'pledgeCheck.result' }, { pledged: pledged.length, free: free.length })}
        {unknown.length > 0 && intl.formatMessage({ id: 'pledgeCheck.unknownCount' }, { count: unknown.length })}
      </h2>
      <p className="pledge-check-text">{intl.formatMessage({ id: 'pledgeCheck.resultText' })}</p>
      <table className="project-table">
        <thead>
          <tr>
            <th scope="col">{intl.formatMessage({ id: 'animal.electronicTag' })}</th>
            <th scope="col">{intl.formatMessage({ id: 'pledge.state' })}</th>
          </tr>
        </thead>
        <tbody>
          {[...pledged, ...unknown, ...free].map(({ tag, isPledged, isKnown }) => (
            <tr key={tag}>
              <td>
                <bdi>{tag}</bdi>
              </td>
              <td>
                <Tag tone={isPledged ? 'critical' : isKnown ? 'neutral' : 'major'}>
                  {intl.formatMessage({
                    id: isPledged ? 'pledgeCheck.pledged' : isKnown ? 'pledgeCheck.free' : 'pledgeCheck.unknown',
                  })}
                </Tag>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
