import { useIntl } from 'react-intl'
import { othersWords, type AcknowledgeResult } from '../../../entities/alerts/takenWords.ts'
import { herdNow } from '../../../store/clock.ts'

/** Shows which alerts other people already held, for how long, their comments, and how many the user holds now. */
export function OthersNotice({ taken, onClose }: { taken: AcknowledgeResult; onClose: () => void }) {
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
