import type { RuleParameters } from '#contract/alerts/alertKinds.ts'
import { listenedSince } from '../../herd/outages.ts'
import type { FarmFacts, FarmKind } from '../kind.ts'
import { atLevel, hold, minuteMs } from '../verdict.ts'
import type { Verdict } from '../verdict.ts'

/** Recently heard neckbands of a farm: last reading (epoch ms) and typical gap (ms) of each. */
interface Facts {
  heardAt: readonly number[]
  usualGapMs: readonly number[]
  /** Since when the server has been listening without a break: silence counts from then, and only a reading ends it. */
  listeningSinceAt: number
}

/** Minimum neckbands of a site. */
const minNeckbands = 5
/** A neckband is overdue only after this many of its typical gaps, even with a short limit. */
const minMissedGaps = 4
/** A neckband that had been silent this long before an outage is unrelated to it, ms of time with intake. */
const maxUnrelatedSilenceMs = 24 * 60 * minuteMs

/** @returns `sinceAt`: last reading of the first silent neckband */
export function evaluate(
  { heardAt, usualGapMs, listeningSinceAt }: Facts,
  parameters: RuleParameters<'SITE_OUTAGE'>,
  now: number,
): Verdict {
  const neckbands = heardAt.length
  if (neckbands < minNeckbands) return hold
  let [silent, unheard] = [0, 0]
  let sinceAt = now
  for (const [i, at] of heardAt.entries()) {
    const limitMs = Math.max(parameters.silentMinutes * minuteMs, minMissedGaps * (usualGapMs[i] ?? 0))
    if (now - at <= limitMs) continue
    unheard++
    if (now - listeningSinceAt <= limitMs) continue
    silent++
    if (at < sinceAt) sinceAt = at
  }
  const percent = (silent / neckbands) * 100
  const detail = () => ({ silent, neckbands, percent: Math.round(percent) })
  if (percent > parameters.raisePercent) return atLevel('raise', detail, sinceAt)
  return (unheard / neckbands) * 100 < parameters.clearPercent ? atLevel('clear', detail) : hold
}

function factsOf(farm: FarmFacts, now: number): Facts {
  const { herd, columns, listeningSinceAt, breaks } = farm
  const silentAlerts = farm.open('NECKBAND_SILENT')
  const fromAt = listenedSince(breaks, farm.open('SITE_OUTAGE').get(herd.id)?.sinceAt ?? now, maxUnrelatedSilenceMs)
  const heardAt: number[] = []
  const gapsMs: number[] = []
  for (let slot = 0; slot < columns.count; slot++) {
    const at = columns.heardAt[slot] as number
    const gapMs = columns.usualGapMs[slot] as number
    // A neckband heard only once has no known rhythm yet.
    if (!(at >= fromAt) || Number.isNaN(gapMs) || silentAlerts.has(columns.slots[slot]?.neckbandId ?? 0)) continue
    heardAt.push(at)
    gapsMs.push(gapMs)
  }
  return { heardAt, usualGapMs: gapsMs, listeningSinceAt }
}

/** Many neckbands of a farm fall silent together: the cause is the site, not the animals. */
export const siteOutage: FarmKind<'SITE_OUTAGE'> = {
  about: 'FARM',
  looksAt: [],
  explainsSilence: true,
  *judgeAll(farm, parameters, now) {
    const { id, name } = farm.herd
    yield { subjectId: id, subjectName: name, penId: null, verdict: evaluate(factsOf(farm, now), parameters, now) }
  },
}
