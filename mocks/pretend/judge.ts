import { ruleParameters } from '#contract/alertRules.ts'
import { flags } from '#contract/frames.ts'
import type { Finding } from './alertBook.ts'
import { setFlag, type Beast, type World } from './world.ts'

const minuteMs = 60_000
const battery = ruleParameters.LOW_BATTERY.parse({})
const silence = ruleParameters.NECKBAND_SILENT.parse({})
const leaving = ruleParameters.LEFT_PEN.parse({})

/** The rules, as far as a pretend server needs them: flags and alerts of every animal and gateway at an instant. */
export function judge(world: World, at: number): void {
  for (const gateway of world.scene.gateways) {
    const { state, lastSeenAt, farmId, gatewayId } = world.gateway(gateway)
    const subject = { subjectType: 'GATEWAY', subjectId: gatewayId } as const
    if (state === 'ONLINE') world.alerts.clear('GATEWAY_OFFLINE', subject, at)
    if (state !== 'OFFLINE' || lastSeenAt === null) continue
    const finding = { ...subject, subjectName: gateway.name, farmId, farmSlotId: gateway.pen.index + 1, animalId: null }
    world.alerts.raise('GATEWAY_OFFLINE', { ...finding, detail: { offlineMinutes: Math.floor((at - lastSeenAt) / minuteMs) } }, at)
  }
  for (const beast of world.beasts) judgeBeast(world, beast, at)
}

function judgeBeast(world: World, beast: Beast, at: number): void {
  const { alerts } = world
  const isSilent = !(at - beast.heardAt <= silence.silentMinutes * minuteMs)
  const isExcused = isSilent && world.isExcused(beast)
  const isOutside = !Number.isNaN(beast.outsideSince)
  setFlag(world, beast, flags.unverified, isExcused)
  setFlag(world, beast, flags.unaccounted, isSilent && !isExcused)
  setFlag(world, beast, flags.outside, isOutside)
  setFlag(world, beast, flags.lowBattery, beast.battery < battery.raisePercent)

  const { animal } = beast
  const common = {
    subjectId: animal.index + 1,
    farmId: animal.farm.index + 1,
    farmSlotId: animal.pen.index + 1,
    animalId: animal.index + 1,
  }
  const worn: Finding = { ...common, subjectType: 'NECKBAND', subjectName: animal.neckband, detail: {} }
  const itself: Finding = { ...common, subjectType: 'ANIMAL', subjectName: animal.visualTag, detail: {} }

  if (beast.battery < battery.raisePercent) alerts.raise('LOW_BATTERY', { ...worn, detail: { percent: beast.battery } }, at)
  else if (beast.battery > battery.clearPercent) alerts.clear('LOW_BATTERY', worn, at)
  if (isSilent && !isExcused && !Number.isNaN(beast.heardAt)) {
    alerts.raise('NECKBAND_SILENT', { ...worn, detail: { silentMinutes: Math.floor((at - beast.heardAt) / minuteMs) } }, at)
  } else if (!isSilent) alerts.clear('NECKBAND_SILENT', worn, at)
  if (isOutside && at - beast.outsideSince >= leaving.raiseDelayMinutes * minuteMs) {
    const detail = { metresOutside: Math.round(beast.metresOutside), longitude: beast.longitude, latitude: beast.latitude }
    alerts.raise('LEFT_PEN', { ...itself, detail }, at)
  } else if (!isOutside) alerts.clear('LEFT_PEN', itself, at)
}
