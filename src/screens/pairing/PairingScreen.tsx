import './pairing.css'
import { Segmented } from 'antd'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { RecordPanel } from '../../form/RecordPanel.tsx'
import { PageHeading } from '../../navigation/PageHeading.tsx'
import { PairedLines } from './PairedLines.tsx'
import { pairForm } from './pairForm.ts'
import { PairInRow } from './PairInRow.tsx'
import { usePaired } from './usePaired.tsx'

const ways = ['ONE', 'ROW'] as const

/** Pairs neckbands with animals, on a phone or a desktop: one by one with a photo, or many in a row. */
export function PairingScreen() {
  const intl = useIntl()
  const paired = usePaired()
  const [way, setWay] = useState<(typeof ways)[number]>('ONE')
  const [reason, setReason] = useState<string | null>(null)
  return (
    <>
      <PageHeading />
      <div className="pairing">
        <section className="panel" aria-label={intl.formatMessage({ id: 'pairing.title' })}>
          <Segmented
            block
            value={way}
            onChange={setWay}
            options={ways.map((value) => ({ value, label: intl.formatMessage({ id: `pairing.way.${value}` }) }))}
          />
          {way === 'ROW' ? (
            <PairInRow paired={paired} />
          ) : (
            // The next form keeps only the reason, which is mostly the same for a whole pen.
            <RecordPanel
              key={paired.lines.length}
              form={pairForm}
              id={null}
              initial={{ reason }}
              autoFocus={paired.lines.length > 0}
              onRefused={paired.askToMove}
              onSaved={(band, sent) => {
                paired.add(band)
                setReason(sent.reason ?? null)
              }}
            />
          )}
        </section>
        <PairedLines paired={paired} />
      </div>
    </>
  )
}
