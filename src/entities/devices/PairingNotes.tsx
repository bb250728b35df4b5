import { useIntl } from 'react-intl'
import type { Pairing } from '#contract/herd/neckbands.ts'
import { Picture } from '../../form/files/Picture.tsx'
import { joinParts } from '../../locale/joins.ts'

type Notes = Pick<Pairing, 'by' | 'reason' | 'photoId' | 'endedBy' | 'endReason' | 'endPhotoId' | 'isAgain'>

/** Notes of a pairing: who attached and removed the neckband, reasons, both pictures, and whether it was the second time in a day. */
export function PairingNotes({
  pairing: { by, reason, photoId, endedBy, endReason, endPhotoId, isAgain },
}: {
  pairing: Notes
}) {
  const intl = useIntl()
  const [begun, ended] = [joinParts(intl, by, reason), joinParts(intl, endedBy, endReason)]
  return (
    <>
      {isAgain && <p className="record-due">{intl.formatMessage({ id: 'neckband.pairedAgain' })}</p>}
      {begun !== '' && <p>{begun}</p>}
      {photoId !== null && <Picture id={photoId} alt={intl.formatMessage({ id: 'pairing.photo' })} />}
      {ended !== '' && <p>{intl.formatMessage({ id: 'pairing.ended' }, { note: ended })}</p>}
      {endPhotoId !== null && <Picture id={endPhotoId} alt={intl.formatMessage({ id: 'pairing.endPhoto' })} />}
    </>
  )
}
