import './replay.css'
import { useIntl } from 'react-intl'
import { endpoints } from '#contract/calls/endpoints.ts'
import { useCall } from '../../api/queries.ts'
import { PageHeading } from '../../navigation/PageHeading.tsx'
import { ScreenLink } from '../../navigation/ScreenLink.tsx'
import { HerdReplay } from './herd/HerdReplay.tsx'
import { ReplayChoice } from './ReplayChoice.tsx'
import { TrackReplay } from './track/TrackReplay.tsx'
import { useReplayAddress } from './useReplayAddress.ts'

/** Replay of a farm's herd by day, or of an animal's track. */
export function ReplayScreen() {
  const intl = useIntl()
  const [address, change] = useReplayAddress()
  const { farm, animal } = address
  const isOpen = farm === null && animal === null
  const farms = useCall(
    endpoints.farms.list,
    { pageSize: 1, sort: { field: 'name', order: 'asc' } },
    { isEnabled: isOpen },
  )
  const farmId = farm ?? farms.data?.list[0]?.id ?? null
  return (
    <>
      <PageHeading />
      <div className="replay">
        <ReplayChoice address={{ ...address, farm: farmId }} onChange={change} />
        {animal !== null ? (
          <TrackReplay address={{ ...address, animal }} onChange={change} />
        ) : farmId !== null ? (
          <HerdReplay address={{ ...address, farm: farmId }} onChange={change} />
        ) : (
          farms.data && (
            <p className="replay-empty">
              {intl.formatMessage({ id: 'replay.noFarm' })}{' '}
              <ScreenLink to="/dashboard/animal-monitor/farm/list">
                {intl.formatMessage({ id: 'farm.title' })}
              </ScreenLink>
            </p>
          )
        )}
      </div>
    </>
  )
}
