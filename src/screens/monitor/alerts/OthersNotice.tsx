import { useIntl } from 'react-intl'
import { othersWords, type Taken } from '../../../entities/alerts/takenWords.ts'
import { herdNow } from '../../../store/clock.ts'

/** Says who had alerts before oneself, for how long, what they wrote, and how many are one's own now. */
export function OthersNotice({ taken, onClose }: { taken: Taken; onClose: () => void }) {
  const intl = useIntl()
  const lines = othersWords(intl, taken, herdNow())
  return (
    <div className="wall-notice row" role="status">
      <div>
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
      <button type="button" aria-label={intl.formatMessage({ id: 'action.close' })} onClick={onClose}>
        ✕
      </button>
    </div>
  )
}
