import { FormattedMessage } from 'react-intl'
import { legendEntries } from '../layers.ts'
import type { WallColours } from '../../theme/colours.ts'
import { SymbolMark } from './SymbolMark.tsx'

interface Props {
  /** Message ids of the entries currently on the map. */
  shown: readonly string[]
  palette: WallColours
}

export function Legend({ shown, palette }: Props) {
  const entries = legendEntries.filter((entry) => shown.includes(entry.messageId))
  if (entries.length === 0) return null
  return (
    <ul className="farm-map-legend">
      {entries.map(({ look, messageId }) => (
        <li key={messageId}>
          <svg viewBox="-10 -10 20 20" aria-hidden="true">
            <SymbolMark look={look} palette={palette} radius={look === 'fresh' || look === 'aged' ? 6 : 8} />
          </svg>
          <FormattedMessage id={messageId} />
        </li>
      ))}
    </ul>
  )
}
