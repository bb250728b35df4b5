import './pairing.css'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import type { Neckband } from '#contract/herd/neckbands.ts'
import { useNames } from '../../api/references.ts'
import { animalReference } from '../../entities/animalReference.ts'
import { RecordPanel } from '../../form/RecordPanel.tsx'
import { joinParts } from '../../locale/joins.ts'
import { PageHeading } from '../../navigation/PageHeading.tsx'
import { pairForm } from './pairForm.ts'

/** Pairs neckbands with animals one after another, on a phone or a desktop. */
export function PairingScreen() {
  const intl = useIntl()
  const [done, setDone] = useState<readonly Neckband[]>([])
  const [reason, setReason] = useState<string | null>(null)
  const names = useNames(
    animalReference,
    done.flatMap(({ animalId }) => animalId ?? []),
  )
  return (
    <>
      <PageHeading />
      <div className="pairing">
        <section className="panel" aria-label={intl.formatMessage({ id: 'pairing.title' })}>
          {/* The next form keeps only the reason, which is mostly the same for a whole pen. */}
          <RecordPanel
            key={done.length}
            form={pairForm}
            id={null}
            initial={{ reason }}
            autoFocus={done.length > 0}
            onSaved={(band, sent) => {
              setDone([band, ...done])
              setReason(sent.reason ?? null)
            }}
          />
        </section>
        {done.length > 0 && (
          <section className="panel" aria-labelledby="paired">
            <h2 id="paired">{intl.formatMessage({ id: 'pairing.done' }, { count: done.length })}</h2>
            <ol>
              {done.map(({ deviceId, animalId, version, pairedAgain }) => (
                <li key={`${deviceId} ${version}`}>
                  <b>{joinParts(intl, deviceId, names.get(animalId ?? 0))}</b>{' '}
                  {pairedAgain && intl.formatMessage({ id: 'neckband.pairedAgain' })}
                </li>
              ))}
            </ol>
          </section>
        )}
      </div>
    </>
  )
}
