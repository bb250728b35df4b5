import { Suspense } from 'react'
import { useIntl } from 'react-intl'
import type { Alert } from '#contract/alerts/alerts.ts'
import type { LiveHeadcount } from '#contract/live/live.ts'
import type { Scene } from '#contract/herd/monitor.ts'
import { useBaseMap } from '../../map/base/useBaseMap.ts'
import { lazyChunk } from '../../navigation/lazyChunk.ts'
import { useUnit } from '../../charts/useUnit.ts'
import { useClock } from '../../store/clock.ts'
import { useAnimalNow } from '../../store/herd/animalNow.ts'
import { herdSource } from '../../store/herd/herds.ts'
import { AnimalCard } from './AnimalCard.tsx'
import { DataAge } from './DataAge.tsx'
import { useDataAge, type Freshness } from '../../store/useDataAge.ts'
import type { FarmRow } from './farms/farmRows.ts'
import { Takeover } from './Takeover.tsx'
import { useReloadForBaseMap } from './useReloadForBaseMap.ts'
import type { Stop } from './farms/tour.ts'
import type { GatewayState } from '#contract/herd/gateways.ts'
import { joinNodes } from '../../locale/joins.ts'
import type { MessageId } from '../../locale/languages.ts'

/** Loaded with the first alert or animal shown. */
const NearestCamera = lazyChunk(async () => (await import('../../entities/cameras/NearestCamera.tsx')).NearestCamera)
const FarmMap = lazyChunk(async () => (await import('../../map/FarmMap.tsx')).FarmMap)

interface Props {
  scene: Scene
  row: FarmRow | undefined
  stop: Stop
  headcounts: ReadonlyMap<number, LiveHeadcount>
  gatewayStates: ReadonlyMap<number, GatewayState>
  alerts: readonly Alert[]
  /** Data age of the panel and its limit. */
  freshness: Freshness
  wallAt: number | null
  /** Null for users who may not acknowledge alerts. */
  onAcknowledge: ((alerts: readonly Alert[]) => void) | null
  selectedAnimalId: number | null
  onSelectAnimal: (animalId: number | null) => void
  onSelectFarm: (farmId: number) => void
  onView: (farmIds: readonly number[]) => void
}

export function MapPanel(props: Props) {
  const {
    scene,
    row,
    stop,
    alerts,
    freshness,
    wallAt,
    selectedAnimalId,
    onSelectAnimal,
    onSelectFarm,
    onView,
    onAcknowledge: onTake,
  } = props
  const frozen = useDataAge(freshness).isStale
  const unit = useUnit()
  const baseMap = useBaseMap()
  useReloadForBaseMap(baseMap)
  // Ages on the map change in steps of ten seconds, so its time does too.
  const herdAt = useClock((state) => (state.herdAt === null ? 0 : Math.floor(state.herdAt / 10_000) * 10_000))
  const alert = stop.alert && alerts.find(({ id }) => id === stop.alert?.id)
  return (
    <section
      className="wall-map"
      data-frozen={frozen || undefined}
      data-critical={alert?.severity === 'CRITICAL' || undefined}
    >
      <Suspense fallback={<div className="wall-map-coming" aria-busy="true" />}>
        <FarmMap
          scene={scene}
          herds={herdSource}
          headcounts={props.headcounts}
          gatewayStates={props.gatewayStates}
          alerts={alerts}
          herdAt={herdAt}
          selectedAnimalId={selectedAnimalId}
          shownAlertId={alert?.id ?? null}
          onSelectAnimal={onSelectAnimal}
          focus={stop.focus}
          currentFarmId={stop.farmId}
          onSelectFarm={onSelectFarm}
          onView={(view) => onView(view.farmIds)}
          scale={unit}
          baseMap={baseMap}
        >
          <div className="wall-map-over">
            {alert ? (
              <Takeover alert={alert} scene={scene} onAcknowledge={onTake && (() => onTake([alert]))} />
            ) : (
              row && <MapTitle row={row} />
            )}
            {selectedAnimalId !== null && (
              <AnimalCard
                animalId={selectedAnimalId}
                scene={scene}
                alerts={alerts}
                Camera={alert ? null : NearestCamera}
                onAcknowledge={onTake}
                onClose={() => onSelectAnimal(null)}
              />
            )}
            {/* Plays by itself, as a wall has no user to start it. */}
            {alert && (
              <Suspense>
                <AlertCamera key={alert.id} alert={alert} />
              </Suspense>
            )}
          </div>
          <div className="wall-map-age">
            <DataAge {...freshness} wallAt={wallAt} />
          </div>
        </FarmMap>
      </Suspense>
    </section>
  )
}

function MapTitle({ row: { farm, headcount } }: { row: FarmRow }) {
  const intl = useIntl()
  const figure = (id: MessageId, value: number) => `${intl.formatMessage({ id })} ${intl.formatNumber(value)}`
  return (
    <header className="wall-map-title">
      <h2>{farm.name}</h2>
      {headcount && (
        <p>
          {joinNodes(
            intl,
            figure('count.ledger', headcount.ledger),
            figure('count.heard', headcount.heard),
            headcount.unverified > 0 && (
              <span key="unverified" data-tone="unverified">
                {figure('count.unverified', headcount.unverified)}
              </span>
            ),
            headcount.unaccounted > 0 && (
              <span key="unaccounted" data-severity="MAJOR">
                {figure('count.unaccounted', headcount.unaccounted)}
              </span>
            ),
            intl.formatMessage({ id: 'figures.window' }, { minutes: headcount.windowMinutes }),
          )}
        </p>
      )}
    </header>
  )
}

/** Camera nearest to the alert's animal where it is now, else to the alert's pen. */
function AlertCamera({ alert: { animalId, farmId, farmSlotId } }: { alert: Alert }) {
  const now = useAnimalNow(animalId)
  return <NearestCamera farmId={farmId} farmSlotId={now?.penId || farmSlotId} at={now?.position ?? null} autoPlays />
}
