import './labels.css'
import { Button, Modal } from 'antd'
import { useId, useState } from 'react'
import { createPortal } from 'react-dom'
import { useIntl } from 'react-intl'
import { ChoiceInput } from '../../form/controls/ChoiceInput.tsx'
import { DecimalInput } from '../../form/controls/DecimalInput.tsx'
import { type Label, LabelPage } from './LabelPage.tsx'
import { pagesOf, placesOn, type SheetName, sheetNames, sheets } from './sheets.ts'

/** Maximum labels per print job. */
const maxLabels = 2000

/** Dialog for printing device labels: choice of the sheet, preview, and the browser's print function. */
export function LabelDialog({ labels, onClose }: { labels: readonly Label[]; onClose: () => void }) {
  const intl = useIntl()
  const id = useId()
  const [name, setName] = useState<SheetName>('a4x24')
  const [first, setFirst] = useState(1)
  const sheet = sheets[name]
  const pages = pagesOf(labels.slice(0, maxLabels), sheet, first)
  const [shown = []] = pages
  const idle = { disabled: false, onBlur: () => {}, 'aria-required': true }
  return (
    <Modal
      open
      width={640}
      title={intl.formatMessage({ id: 'label.title' }, { count: Math.min(labels.length, maxLabels) })}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{intl.formatMessage({ id: 'action.close' })}</Button>
          <Button type="primary" onClick={() => window.print()}>
            {intl.formatMessage({ id: 'label.pages' }, { count: pages.length })}
          </Button>
        </>
      }
    >
      {labels.length > maxLabels && (
        <p role="status">{intl.formatMessage({ id: 'label.tooMany' }, { count: maxLabels })}</p>
      )}
      <div className="label-choices">
        <label htmlFor={`${id}-sheet`}>{intl.formatMessage({ id: 'label.sheet' })}</label>
        <ChoiceInput
          {...idle}
          id={`${id}-sheet`}
          value={name}
          choices={sheetNames.map((one) => ({ value: one, label: intl.formatMessage({ id: `label.sheet.${one}` }) }))}
          onChange={(choice) => setName(sheetNames.find((one) => one === choice) ?? name)}
        />
        {placesOn(sheet) > 1 && (
          <>
            <label htmlFor={`${id}-first`}>{intl.formatMessage({ id: 'label.first' })}</label>
            <DecimalInput
              {...idle}
              id={`${id}-first`}
              places={0}
              value={String(first)}
              onChange={(figure) =>
                setFirst(Math.max(1, Math.min(placesOn(sheet), Math.floor(Number(figure ?? 1)) || 1)))
              }
            />
          </>
        )}
      </div>
      <div className="label-preview" aria-hidden="true">
        <LabelPage sheet={sheet} labels={shown} />
      </div>
      <p className="label-hint">{intl.formatMessage({ id: 'label.hint' })}</p>
      {createPortal(
        <div className="label-pages" aria-hidden="true">
          <style>{`@page { size: ${sheet.page[0]}mm ${sheet.page[1]}mm; margin: 0 }`}</style>
          {pages.map((page, place) => (
            <LabelPage key={place} sheet={sheet} labels={page} />
          ))}
        </div>,
        document.body,
      )}
    </Modal>
  )
}
