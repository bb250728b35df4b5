import './wall/wall.css'
import './wall/figures.css'
import './wall/tiles.css'
import './wall/alerts.css'
import './wall/map.css'
import './wall/dialog.css'
import './wall/phone.css'
import { Suspense, useEffect, useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import type { Alert } from '#contract/alerts/alerts.ts'
import { supervisorRoles } from '#contract/people/roles.ts'
import { DarkPage } from '../../theme/DarkPage.tsx'
import { lazyChunk } from '../../navigation/lazyChunk.ts'
import { VersionBanner } from '../../shell/banners/VersionBanner.tsx'
import { useAccount } from '../../store/account.ts'
import { useAlerts } from '../../store/alerts.ts'
import { useGateways } from '../../store/gateways.ts'
import { freshnessOf, useHeadcounts } from '../../store/headcounts.ts'
import { watchFarms } from '../../store/live.ts'
import { useRates } from '../../store/rates.ts'
import { useScene } from '../../store/scene.ts'
import { useSession } from '../../api/session.ts'
import { useDataAge } from '../../store/useDataAge.ts'
import { AlertPanel } from './alerts/AlertPanel.tsx'
import { useAcknowledging } from './alerts/useTaking.tsx'
import { Devices } from './Devices.tsx'
import { FarmList } from './farms/FarmList.tsx'
import { farmRows, totalsOf } from './farms/farmRows.ts'
import { Figures } from './headcounts/Figures.tsx'
import { MissingChart } from './headcounts/MissingChart.tsx'
import { addUp, ledgerChange } from './headcounts/history.ts'
import { MapPanel } from './MapPanel.tsx'
import { NoFarms } from './farms/NoFarms.tsx'
import { addRates } from './top/rates.ts'
import { TagSearch } from './top/TagSearch.tsx'
import { Tile } from './Tile.tsx'
import { TopBar } from './top/TopBar.tsx'
import { Troubles } from './top/Troubles.tsx'
import { useHistory } from './headcounts/useHistory.ts'
import { usePresent } from './usePresent.ts'
import { useTour } from './farms/useTour.ts'
import { useQuietReload } from './useQuietReload.ts'
import { useUnknownDevices } from './useUnknownDevices.ts'
import { useUrlTarget } from './useUrlTarget.ts'
import { useWallBeat } from './wall/useWallBeat.ts'

/** Only for users who handle alerts, and their paired walls. */
const Alarm = lazyChunk(async () => (await import('../../shell/alarm/Alarm.tsx')).Alarm)
/** Maximum number of watched farms. With more farms, those in view are watched. */
const maxWatched = 12

/** Monitor wall: all farms, heads and alerts that the viewer may see, live. */
export function MonitorScreen() {
  const intl = useIntl()
  useQuietReload()
  useWallBeat()
  const { scene } = useScene()
  const session = useSession((state) => state.session)
  const alerts = useAlerts((state) => state.open)
  const isLoaded = useAlerts((state) => state.isLoaded)
  const headcounts = useHeadcounts((state) => state.byFarm)
  const gatewayStates = useGateways(({ states }) => states)
  const rates = addRates(useRates((state) => state.byFarm))
  const freshness = freshnessOf(...headcounts.values())
  const wallAt = freshness.at
  const frozen = useDataAge(freshness).isStale
  const history = useHistory()
  const present = usePresent()
  const unknownDevices = useUnknownDevices(session?.role ?? null)
  const [selectedAnimalId, setSelectedAnimalId] = useState<number | null>(null)
  const screen = useRef<HTMLDivElement>(null)
  const [inView, setInView] = useState<readonly number[]>([])

  const rows = scene ? farmRows(scene, headcounts, alerts) : []
  const totals = scene && totalsOf(scene, headcounts)
  const tour = useTour(rows, alerts, isLoaded)
  // Closes an animal's card when the tour resumes, as it would cover the next farms.
  const [wasPaused, setWasPaused] = useState(tour.paused)
  if (wasPaused !== tour.paused) {
    setWasPaused(tour.paused)
    if (wasPaused) setSelectedAnimalId(null)
  }
  const current = rows.find(({ farm }) => farm.id === tour.stop.farmId)
  const timeZone = current?.farm.timeZone ?? scene?.farms[0]?.timeZone ?? 'UTC'
  const taking = useAcknowledging(scene)
  const isDisplay = useAccount()?.isDisplay === true
  const onTake = supervisorRoles.some((role) => role === session?.role) ? taking.take : null
  const watched = watchedFarms(scene?.farms.map(({ id }) => id) ?? [], inView, tour.stop.farmId)
  const watchedKey = watched.join()

  useEffect(() => {
    watchFarms(watchedKey === '' ? [] : watchedKey.split(',').map(Number))
  }, [watchedKey])
  useEffect(() => () => watchFarms([]), [])

  useUrlTarget(scene, ({ farmId, animalId }) => {
    setSelectedAnimalId(animalId)
    tour.goToRequested({
      farmId,
      focus: animalId === null ? { kind: 'farm', farmId } : { kind: 'animal', animalId, farmId },
    })
  })

  function look(farmId: number) {
    setSelectedAnimalId(null)
    tour.goToFarm(farmId)
  }

  function show(alert: Alert) {
    setSelectedAnimalId(alert.animalId)
    tour.goToAlert(alert)
    // On a phone the wall scrolls, and the map may be out of view.
    screen.current?.querySelector('.wall-map')?.scrollIntoView?.({ block: 'nearest' })
  }

  return (
    <div ref={screen} className="wall-screen wall-colours">
      <main className="wall" data-frozen={frozen || undefined}>
        <TopBar
          tour={tour}
          freshness={freshness}
          rates={rates}
          timeZone={timeZone}
          search={
            <TagSearch
              scene={scene}
              onFound={({ animalId, farmId }) => {
                setSelectedAnimalId(animalId)
                tour.goTo({ farmId, focus: { kind: 'animal', animalId, farmId } })
              }}
            />
          }
        />
        <div className="wall-upper">
          <DarkPage>
            <VersionBanner />
            {(onTake || (isDisplay && session?.organisationKind === 'SUPERVISOR')) && (
              <Suspense>
                <Alarm isWall />
              </Suspense>
            )}
          </DarkPage>
          <Troubles timeZone={timeZone} />
          <Figures
            totals={totals}
            rows={rows}
            change={history && totals ? ledgerChange(addUp(history), totals.ledger) : null}
            wallAt={wallAt}
            {...freshness}
          />
        </div>
        <Tile
          className="wall-farms-tile"
          title={intl.formatMessage({ id: 'farms.title' })}
          wallAt={wallAt}
          {...freshness}
        >
          <FarmList rows={rows} history={history} currentFarmId={tour.stop.farmId} isStale={frozen} onSelect={look} />
        </Tile>
        {scene && scene.farms.length > 0 ? (
          <MapPanel
            scene={scene}
            row={current}
            stop={tour.stop}
            headcounts={headcounts}
            gatewayStates={gatewayStates}
            alerts={alerts}
            freshness={freshnessOf(current?.headcount ?? null)}
            wallAt={wallAt}
            onAcknowledge={onTake}
            selectedAnimalId={selectedAnimalId}
            onSelectAnimal={setSelectedAnimalId}
            onSelectFarm={look}
            onView={setInView}
          />
        ) : (
          <NoFarms loaded={scene !== null} />
        )}
        <MissingChart history={history} present={present} timeZone={timeZone} wallAt={wallAt} />
        <Tile
          className="wall-alerts-tile"
          title={intl.formatMessage({ id: 'alerts.title' })}
          wallAt={wallAt}
          {...freshness}
        >
          {taking.notice}
          {scene && (
            <AlertPanel
              scene={scene}
              alerts={alerts}
              isLoaded={isLoaded}
              isHeld={tour.paused}
              currentAlertId={tour.stop.alert?.id ?? null}
              onShow={show}
              onAcknowledge={onTake}
              focusAlertId={taking.focusAlertId}
            />
          )}
        </Tile>
        <Tile
          className="wall-devices-tile"
          title={intl.formatMessage({ id: 'devices.title' })}
          wallAt={wallAt}
          {...freshness}
        >
          {scene && (
            <Devices
              scene={scene}
              gatewayStates={gatewayStates}
              totals={totals}
              rates={rates}
              unknownDevices={unknownDevices}
            />
          )}
        </Tile>
        {taking.dialog}
      </main>
    </div>
  )
}

/** Returns the farms whose animals are loaded: all if there are few, otherwise those in view and the tour's current one. */
function watchedFarms(all: readonly number[], inView: readonly number[], current: number | null): readonly number[] {
  if (all.length <= maxWatched) return all
  return [...new Set(current === null ? inView : [...inView, current])].toSorted((a, b) => a - b).slice(0, maxWatched)
}
