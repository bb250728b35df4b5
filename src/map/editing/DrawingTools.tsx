import { useIntl } from 'react-intl'
import { drawingTools, type DrawingTool } from './tools.ts'

interface Props {
  tool: DrawingTool
  hasOutline: boolean
  canUndo: boolean
  canRedo: boolean
  onChoose: (tool: DrawingTool) => void
  onUndo: () => void
  onRedo: () => void
}

/** Toolbar of drawing tools with undo and redo, and help for the chosen tool. */
export function DrawingTools({ tool, hasOutline, canUndo, canRedo, onChoose, onUndo, onRedo }: Props) {
  const intl = useIntl()
  return (
    <div className="polygon-map-tools">
      <div role="toolbar" aria-label={intl.formatMessage({ id: 'polygon.tools' })}>
        {drawingTools.map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={one === tool}
            disabled={one !== 'outline' && !hasOutline}
            onClick={() => onChoose(one)}
          >
            {intl.formatMessage({ id: `polygon.tool.${one}` })}
          </button>
        ))}
        <button type="button" disabled={!canUndo} onClick={onUndo}>
          {intl.formatMessage({ id: 'polygon.undo' })}
        </button>
        <button type="button" disabled={!canRedo} onClick={onRedo}>
          {intl.formatMessage({ id: 'polygon.redo' })}
        </button>
      </div>
      <p aria-live="polite">{intl.formatMessage({ id: `polygon.how.${tool}` })}</p>
    </div>
  )
}
