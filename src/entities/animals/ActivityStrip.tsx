import { useIntl } from 'react-intl'
import type { AnimalCard } from '#contract/herd/animals.ts'

/** Last 24 hours of an animal in quarter hours: a tall bar for movement, a short bar when only heard, a gap otherwise. */
export function ActivityStrip({ strip }: Pick<AnimalCard, 'strip'>) {
  const intl = useIntl()
  return (
    <svg
      className="activity-strip"
      viewBox="0 0 96 16"
      preserveAspectRatio="none"
      role="img"
      aria-label={intl.formatMessage({ id: 'card.strip' })}
    >
      {strip.map((quarter, index) =>
        quarter === 'none' ? null : (
          <rect
            key={index}
            x={index + 0.12}
            width={0.76}
            y={quarter === 'moved' ? 0 : 7}
            height={quarter === 'moved' ? 16 : 9}
          />
        ),
      )}
    </svg>
  )
}
