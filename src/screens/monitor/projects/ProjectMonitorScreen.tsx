import '../wall/wall.css'
import '../wall/figures.css'
import '../wall/tiles.css'
import '../wall/alerts.css'
import '../wall/map.css'
import '../wall/phone.css'
import '../wall/projects.css'
import { useIntl } from 'react-intl'
import { Link } from 'react-router-dom'
import { useSession, useWall } from '../../../api/session.ts'
import { projectsPath } from '../../../navigation/paths.ts'
import { VersionBanner } from '../../../shell/banners/VersionBanner.tsx'
import { ConnectionStatus } from '../../../shell/ConnectionStatus.tsx'
import { SeverityMark } from '../../../entities/alerts/SeverityMark.tsx'
import { useAlerts } from '../../../store/alerts.ts'
import { useScene } from '../../../store/scene.ts'
import type { Freshness } from '../../../store/useDataAge.ts'
import { DarkPage } from '../../../theme/DarkPage.tsx'
import { joinParts } from '../../../locale/joins.ts'
import { Tile } from '../Tile.tsx'
import { LocalTime } from '../top/LocalTime.tsx'
import { Troubles } from '../top/Troubles.tsx'
import { UserMenu } from '../top/UserMenu.tsx'
import { useQuietReload } from '../useQuietReload.ts'
import { useWallBeat } from '../wall/useWallBeat.ts'
import { DaysChart } from './DaysChart.tsx'
import { happeningsOf } from './happenings.ts'
import { Happenings } from './Happenings.tsx'
import { LoanFigures } from './LoanFigures.tsx'
import { ProjectMap } from './ProjectMap.tsx'
import { ProjectRisks } from './ProjectRisks.tsx'
import { riskRows } from './riskRows.ts'
import { useWatched, type Watched } from './useWatched.ts'

/** Wall of projects: loans at risk, and events in their herds. */
export function ProjectMonitorScreen() {
  const intl = useIntl()
  useQuietReload()
  useWallBeat()
  const { watched, isFailed, freshness, isFrozen } = useWatched()
  const timeZone = watched?.projects[0]?.timeZone ?? 'Asia/Shanghai'
  return (
    <div className="wall-screen wall-colours">
      <main className="wall wall-of-projects" data-frozen={isFrozen || undefined}>
        <TopBar freshness={freshness} timeZone={timeZone} />
        <div className="wall-upper">
          <DarkPage>
            <VersionBanner />
          </DarkPage>
          <Troubles timeZone={timeZone} />
          {isFailed && (
            <div className="wall-troubles" role="alert">
              <p>
                <SeverityMark severity="CRITICAL" />
                {intl.formatMessage({ id: 'projectMonitor.failed' })}
              </p>
            </div>
          )}
          {watched && <LoanFigures totals={watched.totals} isStale={isFrozen} />}
        </div>
        {watched ? (
          <Tiles watched={watched} freshness={freshness} isFrozen={isFrozen} timeZone={timeZone} />
        ) : (
          <ComingTiles isBusy={!isFailed} />
        )}
      </main>
    </div>
  )
}

function TopBar({ freshness, timeZone }: { freshness: Freshness; timeZone: string }) {
  const intl = useIntl()
  const session = useSession((state) => state.session)
  const kind = session?.organisationKind
  return (
    <header className="wall-top row">
      <h1>
        <b>{intl.formatMessage({ id: 'projectMonitor.title' })}</b>
        <span>
          {joinParts(intl, kind && intl.formatMessage({ id: `organisationKind.${kind}` }), session?.organisationName)}
        </span>
      </h1>
      <span className="wall-tour" />
      <ConnectionStatus className="wall-connection row" freshness={freshness} />
      <LocalTime timeZone={timeZone} />
      <UserMenu />
    </header>
  )
}

interface TilesProps {
  watched: Watched
  freshness: Freshness
  isFrozen: boolean
  timeZone: string
}

function Tiles({ watched: { projects, totals, days, posted, done, seal }, freshness, isFrozen, timeZone }: TilesProps) {
  const intl = useIntl()
  const { scene } = useScene()
  const alerts = useAlerts((state) => state.open)
  const rows = riskRows(projects, alerts)
  const tile = { ...freshness, wallAt: freshness.at }
  return (
    <>
      <Tile
        className="wall-risks-tile"
        title={intl.formatMessage({ id: 'projectMonitor.projects' })}
        note={intl.formatMessage({ id: 'projectMonitor.order' })}
        {...tile}
      >
        {rows.length > 0 ? <ProjectRisks rows={rows} total={totals.projects} /> : <NoProjects />}
      </Tile>
      {scene && rows.length > 0 ? (
        <ProjectMap scene={scene} rows={rows} alerts={alerts} isFrozen={isFrozen} />
      ) : (
        <NoMap isBusy={scene === null && rows.length > 0} />
      )}
      <Tile className="wall-days-tile" title={intl.formatMessage({ id: 'projectMonitor.days' })} {...tile}>
        <DaysChart days={days} timeZone={timeZone} />
      </Tile>
      <Tile className="wall-happenings-tile" title={intl.formatMessage({ id: 'projectMonitor.happening' })} {...tile}>
        <Happenings
          happenings={happeningsOf(projects, { alerts, posted, done, seal })}
          scene={scene}
          timeZone={timeZone}
        />
      </Tile>
    </>
  )
}

/** Placeholders for the tiles while their data loads. */
function ComingTiles({ isBusy }: { isBusy: boolean }) {
  return (
    <>
      {(['risks', 'days', 'happenings'] as const).map((name) => (
        <div key={name} className={`wall-tile panel wall-${name}-tile`} aria-busy={isBusy} />
      ))}
      <div className="wall-map" />
    </>
  )
}

function NoMap({ isBusy }: { isBusy: boolean }) {
  const intl = useIntl()
  return (
    <div className="wall-map wall-empty" aria-busy={isBusy}>
      {!isBusy && intl.formatMessage({ id: 'projectMonitor.noFarms' })}
    </div>
  )
}

function NoProjects() {
  const intl = useIntl()
  const isPersons = useWall() === null
  return (
    <p className="wall-calm">
      {intl.formatMessage({ id: 'projectMonitor.none' })}{' '}
      {isPersons && <Link to={projectsPath}>{intl.formatMessage({ id: 'project.title' })}</Link>}
    </p>
  )
}
