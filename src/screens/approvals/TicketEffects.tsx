import { useIntl } from 'react-intl'
import type { ProjectEffect } from '#contract/office/ticketFigures.ts'
import { TicketFigures } from '../../entities/approvals/TicketFigures.tsx'
import { useFormats } from '../../locale/formats.ts'

interface Props {
  effects: readonly ProjectEffect[]
  /** When the effects were stored with a decision; null: they are current. */
  savedAt: string | null
}

/** Effect of a request on the headcount and coverage of each project concerned, or a text that nothing changes. */
export function TicketEffects({ effects, savedAt: keptAt }: Props) {
  const intl = useIntl()
  const { instant } = useFormats()
  const title =
    keptAt === null
      ? intl.formatMessage({ id: 'ticket.figures' })
      : intl.formatMessage({ id: 'ticket.figuresKept' }, { at: instant(keptAt) })
  const isSame = effects.every(({ figures }) => figures.every(({ before, after }) => before === after))
  return (
    <section className="ticket-effects" aria-label={title}>
      <h3>{title}</h3>
      {isSame && <p>{intl.formatMessage({ id: 'ticket.figuresSame' })}</p>}
      {effects.map(({ projectId, projectCode, figures }) => (
        <TicketFigures
          key={projectId}
          figures={figures}
          isPast={keptAt !== null}
          caption={intl.formatMessage({ id: 'ticket.figuresOf' }, { project: projectCode })}
        />
      ))}
    </section>
  )
}
