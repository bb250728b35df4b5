import { CheckCircleFilled } from '@ant-design/icons'
import { useIntl } from 'react-intl'
import type { Input } from '#contract/calls/endpoint.ts'
import { endpoints } from '#contract/calls/endpoints.ts'
import { type ListEndpoint } from '#contract/calls/lists.ts'
import { inPlace } from '../../api/failures.ts'
import { useCall } from '../../api/queries.ts'
import { ScreenLink } from '../../navigation/ScreenLink.tsx'

const monitor = '/dashboard/animal-monitor'

/** Counts the records of a list; null until it is known. */
function useTotal<E extends ListEndpoint>(list: E, filters: Input<E>): number | null {
  const { data } = useCall<ListEndpoint>(list, { ...filters, pageSize: 1 }, { shows: inPlace })
  return data?.total ?? null
}

/** Steps until a farm's animals count for a loan. Each open step links to the screen where it is done. */
export function FarmGuide({ farmId }: { farmId: number }) {
  const intl = useIntl()
  const pens = useTotal(endpoints.pens.list, { farmId })
  const online = useTotal(endpoints.gateways.list, { farmId, state: ['ONLINE', 'OFFLINE'] })
  const animals = useTotal(endpoints.animals.list, { farmId, status: ['IN_HERD'] })
  const bare = useTotal(endpoints.animals.list, { farmId, status: ['IN_HERD'], isWorn: false })
  const policies = useTotal(endpoints.insurancePolicies.list, { farmId })
  const projects = useTotal(endpoints.projects.list, { farmId })
  const steps = [
    { id: 'pens', isDone: pens !== null && pens > 0, count: 0, to: `${monitor}/farm/farmSlot?farmId=${farmId}` },
    {
      id: 'gateways',
      isDone: online !== null && online > 0,
      count: 0,
      to: `${monitor}/device/gateway?farmId=${farmId}`,
    },
    { id: 'animals', isDone: animals !== null && animals > 0, count: 0, to: `${monitor}/animal/list?farmId=${farmId}` },
    {
      id: 'neckbands',
      isDone: animals !== null && animals > 0 && bare === 0,
      count: bare ?? 0,
      to: `${monitor}/device/pairing`,
    },
    { id: 'policy', isDone: policies !== null && policies > 0, count: 0, to: `${monitor}/insurance?farmId=${farmId}` },
    { id: 'project', isDone: projects !== null && projects > 0, count: 0, to: '/dashboard/projects' },
  ] as const
  const isKnown = [pens, online, animals, bare, policies, projects].every((total) => total !== null)
  if (!isKnown || steps.every(({ isDone }) => isDone)) return null
  return (
    <section className="record-section" aria-labelledby="farm-guide">
      <h3 id="farm-guide">{intl.formatMessage({ id: 'farmGuide.title' })}</h3>
      <ol>
        {steps.map(({ id, isDone, count, to }) => (
          <li key={id}>
            {isDone ? (
              <>
                <CheckCircleFilled aria-label={intl.formatMessage({ id: 'farmGuide.done' })} />{' '}
                {intl.formatMessage({ id: `farmGuide.${id}` }, { count })}
              </>
            ) : (
              <ScreenLink to={to}>{intl.formatMessage({ id: `farmGuide.${id}` }, { count })}</ScreenLink>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
