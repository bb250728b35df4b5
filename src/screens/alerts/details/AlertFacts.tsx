import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { ruleOfAlert } from '#contract/alerts/alertRules.ts'
import type { Alert } from '#contract/alerts/alerts.ts'
import type { AnimalCard } from '#contract/herd/animals.ts'
import { endpoints } from '#contract/calls/endpoints.ts'
import type { Scene } from '#contract/herd/monitor.ts'
import { inPlace } from '../../../api/failures.ts'
import { useCall } from '../../../api/queries.ts'
import { useParameterWords } from '../../../entities/alert-rules/parametersField.tsx'
import { alertReason } from '../../../entities/alerts/alertPlace.ts'
import { useLocale } from '../../../locale/locale.ts'
import { formatAge } from '../../../locale/durations.ts'
import { useFormats } from '../../../locale/formats.ts'
import { joinParts } from '../../../locale/joins.ts'
import type { MessageId } from '../../../locale/languages.ts'
import { ScreenLink } from '../../../navigation/ScreenLink.tsx'
import { laterOf, useAnimalNow } from '../../../store/herd/animalNow.ts'
import { useClock } from '../../../store/clock.ts'

const reloadMs = 15_000

/** Facts of an alert: animal, pledge, place, measured values, and movement permit. */
export function AlertFacts({ alert, scene }: { alert: Alert; scene: Scene }) {
  const intl = useIntl()
  const { animalId } = alert
  const { data: card } = useCall(
    endpoints.animals.card,
    { id: animalId ?? 0 },
    { isEnabled: animalId !== null, intervalMs: reloadMs, shows: inPlace },
  )
  const farm = scene.farms.find(({ id }) => id === alert.farmId)
  const pen = scene.pens.find(({ id }) => id === alert.farmSlotId)
  const reason = alertReason(intl, alert)
  const projects = scene.projects.filter(({ id, farmIds }) =>
    alert.subjectType === 'PROJECT' ? id === alert.subjectId : farmIds.includes(alert.farmId),
  )
  return (
    <dl className="alert-facts">
      {animalId !== null && (
        <Fact titleId="alertScreen.animal">
          <ScreenLink to={`/dashboard/animal-monitor/animal/details/${animalId}`}>
            {alert.subjectType === 'ANIMAL' ? alert.subjectName : (card?.visualTag ?? alert.subjectName)}
          </ScreenLink>
          {card && <AnimalWords card={card} />}
        </Fact>
      )}
      <Fact titleId="alertScreen.place">{joinParts(intl, farm?.name, pen?.name)}</Fact>
      <Fact titleId="alertScreen.pledge">
        {card ? <PledgeWords card={card} /> : animalId === null ? <ProjectWords projects={projects} /> : '…'}
      </Fact>
      {reason !== '' && <Fact titleId="alertScreen.figures">{reason}</Fact>}
      <RuleFact alert={alert} />
      {card && (
        <>
          <Fact titleId="alertScreen.permit">
            <PermitWords card={card} />
          </Fact>
          <Fact titleId="card.heard">
            <HeardWords card={card} scene={scene} />
          </Fact>
        </>
      )}
    </dl>
  )
}

function Fact({ titleId, children }: { titleId: MessageId; children: ReactNode }) {
  const intl = useIntl()
  return (
    <div>
      <dt>{intl.formatMessage({ id: titleId })}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** Rule in force for the alert on its farm, with the scope it comes from. */
function RuleFact({ alert }: { alert: Alert }) {
  const intl = useIntl()
  const { data } = useCall(endpoints.alertRules.inForce, { farmId: alert.farmId }, { shows: inPlace })
  const rule = ruleOfAlert(alert, data ?? [])
  const words = useParameterWords(rule?.parameters ?? {})
  if (rule === undefined) return null
  const [narrowest] = rule.rules
  return (
    <Fact titleId="alertScreen.rule">
      {joinParts(
        intl,
        narrowest && intl.formatMessage({ id: `alertScreen.scope.${narrowest.scope}` }),
        words,
        !rule.enabled && intl.formatMessage({ id: 'rule.off' }),
      )}
    </Fact>
  )
}

function AnimalWords({ card }: { card: AnimalCard }) {
  const intl = useIntl()
  const language = useLocale((state) => state.language)
  const words = joinParts(
    intl,
    card.categoryNames[language],
    card.breed,
    card.sex && intl.formatMessage({ id: `sex.${card.sex}` }),
  )
  return words === '' ? null : <span> {words}</span>
}

function PledgeWords({ card: { projectId, projectCode, isPledged } }: { card: AnimalCard }) {
  const intl = useIntl()
  if (projectId === null || projectCode === null)
    return intl.formatMessage({ id: isPledged ? 'card.pledgedElsewhere' : 'card.notPledged' })
  return <ProjectLink id={projectId} code={projectCode} />
}

function ProjectWords({ projects }: { projects: Scene['projects'] }) {
  const intl = useIntl()
  const [project, ...others] = projects
  if (project === undefined || others.length > 0) return joinParts(intl, ...projects.map(({ code }) => code)) || '–'
  return <ProjectLink {...project} />
}

function ProjectLink({ id, code }: { id: number; code: string }) {
  return <ScreenLink to={`/dashboard/project/info/${id}`}>{code}</ScreenLink>
}

function PermitWords({ card: { permit } }: { card: AnimalCard }) {
  const intl = useIntl()
  const { instant } = useFormats()
  if (permit === null) return intl.formatMessage({ id: 'alertScreen.noPermit' })
  return joinParts(
    intl,
    intl.formatMessage({ id: 'card.permitTime' }, { from: instant(permit.startsAt), to: instant(permit.endsAt) }),
    permit.certificateNo,
    permit.purpose,
  )
}

function HeardWords({ card, scene }: { card: AnimalCard; scene: Scene }) {
  const intl = useIntl()
  const heardAt = laterOf(useAnimalNow(card.id)?.heardAt, card.lastSeenAt)
  const age = useClock(({ herdAt }) => (heardAt === null || herdAt === null ? '–' : formatAge(intl, herdAt - heardAt)))
  const gateway =
    card.gatewayMac && (scene.gateways.find(({ mac }) => mac === card.gatewayMac)?.name ?? card.gatewayMac)
  return joinParts(intl, age, gateway, card.rssi !== null && `${intl.formatNumber(card.rssi)} dBm`)
}
