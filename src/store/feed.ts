import { auditTime, BehaviorSubject, distinctUntilChanged, share } from 'rxjs'
import { alerts$ } from '#streams/alerts/alerts.ts'
import { inBatches } from '#streams/alerts/batches.ts'
import { behind$ } from '#streams/behind.ts'
import { connection$ } from '#streams/connection.ts'
import { gateways$ } from '#streams/gateways.ts'
import { headcounts$ } from '#streams/headcounts.ts'
import { herdAnchors$ } from '#streams/herdTime.ts'
import { event$, socketStates$, type LiveSocket } from '#streams/liveSocket.ts'
import { notices$ } from '#streams/notices.ts'
import { positions$ } from '#streams/positions.ts'
import { rates$ } from '#streams/rates.ts'
import { recoveries$ } from '#streams/recoveries.ts'
import { returns$ } from '#streams/returns.ts'
import { status$ } from '#streams/status.ts'
import { checkVersion } from '../api/newVersion.ts'
import { invalidate, invalidateAll, type Noun } from '../api/queries.ts'
import { loadAccount } from './account.ts'
import { mergeAnswers, useAlerts } from './alerts.ts'
import { herdNow, setAnchor, startClock, useClock } from './clock.ts'
import { useConnection } from './connection.ts'
import { dropGatewaysExcept, mergeGateways, useGateways } from './gateways.ts'
import { dropHeadcountsExcept, mergeHeadcounts, useHeadcounts } from './headcounts.ts'
import { announceHerds, dropHerdsExcept, applyFarmFrame } from './herd/herds.ts'
import { dropRatesExcept, replaceRates, useRates } from './rates.ts'
import { endSession } from '../api/session.ts'
import { useStatus } from './status.ts'

const hiddenMs = 250
/** Window in which a burst of events causes one reload, ms. */
const burstMs = 250
/** Minimum pause between updates of the alert store, ms; alerts arrive by the hundreds. */
const alertsMs = 250
/** Nouns whose records may change when the scene changes. */
const sceneNouns: readonly Noun[] = [
  'monitor',
  'farms',
  'pens',
  'gateways',
  'neckbands',
  'animals',
  'alertRules',
  'headcounts',
  'finder',
]
const nowMs = () => performance.now()

/** Calls `announce` in the next animation frame, once for any number of requests. A hidden page has no frames and uses a timer. */
function startAnnouncing(announce: () => void) {
  let frame = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const cancel = () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
    frame = 0
    timer = undefined
  }
  const now = () => {
    cancel()
    announce()
  }
  document.addEventListener('visibilitychange', now)
  return {
    soon() {
      if (document.hidden) timer ??= setTimeout(now, hiddenMs)
      else frame ||= requestAnimationFrame(now)
    },
    stop() {
      document.removeEventListener('visibilitychange', now)
      cancel()
    },
  }
}

export interface Feed {
  /** Selects the farms in view; the server sends only their frames. */
  watch(farmIds: readonly number[]): void
  /** Reports whether a paired wall shows current data; see live.ts. */
  reportWallPainted(isShown: boolean): void
  stop(): void
}

/** Subscribes the stores to the live streams. `stop` ends everything that ends with the session. */
export function startFeed(socket: LiveSocket): Feed {
  const herds = startAnnouncing(announceHerds)
  const stopClock = startClock()
  const farmIds$ = new BehaviorSubject<readonly number[]>([])
  const heartbeats$ = status$(socket).pipe(share())
  const connections$ = connection$(socket, nowMs).pipe(share())
  const subscriptions = [
    positions$(socket, farmIds$.pipe(distinctUntilChanged(sameIds))).subscribe((update) => {
      applyFarmFrame(update, nowMs())
      herds.soon()
    }),
    // Updates immediately rather than in the next animation frame: slow drawing must not make current data look stale.
    connections$.subscribe((connection) => useConnection.setState({ connection })),
    recoveries$(connections$, heartbeats$).subscribe(() => useConnection.setState({ recoveredAt: herdNow() })),
    behind$(socket).subscribe(() => useConnection.setState({ behindMs: nowMs() })),
    heartbeats$.subscribe((status) => useStatus.setState({ status })),
    herdAnchors$(heartbeats$, nowMs).subscribe(setAnchor),
    headcounts$(socket).subscribe(mergeHeadcounts),
    gateways$(socket).subscribe(mergeGateways),
    rates$(socket).subscribe(replaceRates),
    alerts$(socket).pipe(inBatches(alertsMs)).subscribe(mergeAnswers),
    event$(socket, 'alerts')
      .pipe(auditTime(burstMs))
      .subscribe(() => invalidate('alerts')),
    event$(socket, 'farms').subscribe(([farmIds]) => {
      dropHeadcountsExcept(farmIds)
      dropGatewaysExcept(farmIds)
      dropRatesExcept(farmIds)
      dropHerdsExcept(farmIds)
    }),
    event$(socket, 'sceneChanged')
      .pipe(auditTime(burstMs))
      .subscribe(() => invalidate(...sceneNouns)),
    event$(socket, 'recordsChanged').subscribe(([nouns]) => invalidate(...nouns)),
    event$(socket, 'accountChanged').subscribe(() => void loadAccount().then(() => invalidate('tickets'))),
    // A new request, or a decision by someone else, arrives as a notice.
    notices$(socket)
      .pipe(auditTime(burstMs))
      .subscribe(() => invalidate('notices', 'tickets')),
    returns$(socket).subscribe(() => {
      // Reloads data that changed or failed to load during the outage.
      invalidateAll()
      // The server may have been updated while it was away.
      void checkVersion()
    }),
    event$(socket, 'ended').subscribe(([reason]) => endSession('ended', reason)),
    socketStates$(socket).subscribe((state) => {
      if (state.kind === 'disconnected' && state.refused) endSession()
    }),
  ]
  return {
    watch(farmIds) {
      dropHerdsExcept(farmIds)
      farmIds$.next(farmIds)
    },
    reportWallPainted: (isShown) => socket.wall(isShown),
    stop() {
      for (const subscription of subscriptions) subscription.unsubscribe()
      herds.stop()
      stopClock()
      socket.close()
      forget()
    },
  }
}

/** Clears all live data: the next user of this browser may have fewer permissions. */
function forget(): void {
  dropHerdsExcept([])
  useAlerts.setState(useAlerts.getInitialState(), true)
  useHeadcounts.setState(useHeadcounts.getInitialState(), true)
  useGateways.setState(useGateways.getInitialState(), true)
  useRates.setState(useRates.getInitialState(), true)
  useStatus.setState(useStatus.getInitialState(), true)
  useConnection.setState(useConnection.getInitialState(), true)
  useClock.setState(useClock.getInitialState(), true)
}

function sameIds(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((id, index) => id === b[index])
}
