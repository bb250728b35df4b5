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
import { returns$ } from '#streams/returns.ts'
import { status$ } from '#streams/status.ts'
import { checkVersion } from '../api/newVersion.ts'
import { invalidate, invalidateAll, type Noun } from '../api/queries.ts'
import { loadAccount } from './account.ts'
import { takeAnswers, useAlerts } from './alerts.ts'
import { setAnchor, startClock, useClock } from './clock.ts'
import { useConnection } from './connection.ts'
import { keepGateways, takeGateways, useGateways } from './gateways.ts'
import { keepHeadcounts, takeHeadcounts, useHeadcounts } from './headcounts.ts'
import { announceHerds, keepHerds, takeFrame } from './herd/herds.ts'
import { keepRates, takeRates, useRates } from './rates.ts'
import { endSession } from '../api/session.ts'
import { useStatus } from './status.ts'

const hiddenMs = 250
/** Events that come in a burst are followed once. */
const burstMs = 250
/** So often at the most are alerts taken in, ms: they come in hundreds when they come. */
const alertsMs = 250
/** The nouns whose records a change of the scene may be of. */
const sceneNouns: readonly Noun[] = ['monitor', 'farms', 'pens', 'gateways', 'neckbands', 'animals', 'alertRules', 'headcounts', 'finder']
const nowMs = () => performance.now()

/** Announces at the next animation frame, however often it is asked to; a hidden page has none, so by a timer there. */
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
  /** Says which farms are in view; only their frames are sent for. */
  watch(farmIds: readonly number[]): void
  /** See `tellWall`. */
  tellWall(isShown: boolean): void
  stop(): void
}

/** Joins the streams to the stores. Everything that ends with the session ends with `stop`. */
export function startFeed(socket: LiveSocket): Feed {
  const herds = startAnnouncing(announceHerds)
  const stopClock = startClock()
  const farmIds$ = new BehaviorSubject<readonly number[]>([])
  const heartbeats$ = status$(socket).pipe(share())
  const subscriptions = [
    positions$(socket, farmIds$.pipe(distinctUntilChanged(sameIds))).subscribe((update) => {
      takeFrame(update, nowMs())
      herds.soon()
    }),
    // Not at the next animation frame: where drawing is slow, what is heard must not look unheard.
    connection$(socket, nowMs).subscribe((connection) => useConnection.setState({ connection })),
    behind$(socket).subscribe(() => useConnection.setState({ behindMs: nowMs() })),
    heartbeats$.subscribe((status) => useStatus.setState({ status })),
    herdAnchors$(heartbeats$, nowMs).subscribe(setAnchor),
    headcounts$(socket).subscribe(takeHeadcounts),
    gateways$(socket).subscribe(takeGateways),
    rates$(socket).subscribe(takeRates),
    alerts$(socket).pipe(inBatches(alertsMs)).subscribe(takeAnswers),
    event$(socket, 'alerts').pipe(auditTime(burstMs)).subscribe(() => invalidate('alerts')),
    event$(socket, 'farms').subscribe(([farmIds]) => {
      keepHeadcounts(farmIds)
      keepGateways(farmIds)
      keepRates(farmIds)
      keepHerds(farmIds)
    }),
    event$(socket, 'sceneChanged').pipe(auditTime(burstMs)).subscribe(() => invalidate(...sceneNouns)),
    event$(socket, 'recordsChanged').subscribe(([nouns]) => invalidate(...nouns)),
    event$(socket, 'accountChanged').subscribe(() => void loadAccount().then(() => invalidate('tickets'))),
    // A request that came in, or that somebody else decided, is told of by a notice.
    notices$(socket).pipe(auditTime(burstMs)).subscribe(() => invalidate('notices', 'tickets')),
    returns$(socket).subscribe(() => {
      // Whatever was missed or could not be loaded meanwhile.
      invalidateAll()
      // A server that was away may have come back as a newer one.
      void checkVersion()
    }),
    event$(socket, 'ended').subscribe(([reason]) => endSession('ended', reason)),
    socketStates$(socket).subscribe((state) => {
      if (state.kind === 'disconnected' && state.refused) endSession()
    }),
  ]
  return {
    watch(farmIds) {
      keepHerds(farmIds)
      farmIds$.next(farmIds)
    },
    tellWall: (isShown) => socket.wall(isShown),
    stop() {
      for (const subscription of subscriptions) subscription.unsubscribe()
      herds.stop()
      stopClock()
      socket.close()
      forget()
    },
  }
}

/** The next person at this browser may not be allowed what this one saw. */
function forget(): void {
  keepHerds([])
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
