import { useIntl } from 'react-intl'
import { Tag } from '../../../list/grid/cells.tsx'

interface Checked {
  tag: string
  isPledged: boolean
}

/** Result for each ear tag: pledged or free. Pledged ones come first; the pledgee is not shown. */
export function CheckedTags({ checked }: { checked: readonly Checked[] }) {
  const intl = useIntl()
  const pledged = checked.filter(({ isPledged }) => isPledged)
  const free = checked.filter(({ isPledged }) => !isPledged)
  return (
    <section className="panel" aria-labelledby="checked">
      <h2 id="checked" aria-live="polite">
        {intl.formatMessage({ id: 'pledgeCheck.result' }, { pledged: pledged.length, free: free.length })}
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
          {[...pledged, ...free].map(({ tag, isPledged }) => (
            <tr key={tag}>
              <td>
                <bdi>{tag}</bdi>
              </td>
              <td>
                <Tag tone={isPledged ? 'critical' : 'neutral'}>
                  {intl.formatMessage({ id: isPledged ? 'pledgeCheck.pledged' : 'pledgeCheck.free' })}
                </Tag>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
