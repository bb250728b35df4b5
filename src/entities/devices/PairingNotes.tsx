import { useIntl } from 'react-intl'
import type { Pairing } from '#contract/herd/neckbands.ts'
import { Picture } from '../../form/files/Picture.tsx'
import { joinParts } from '../../locale/joins.ts'

type Notes = Pick<Pairing, 'by' | 'reason' | 'photoId' | 'endedBy' | 'endReason' | 'endPhotoId'>

/** Who put a neckband on and took it off, why, and the pictures of both. */
export function PairingNotes({ pairing: { by, reason, photoId, endedBy, endReason, endPhotoId } }: { pairing: Notes }) {
  const intl = useIntl()
  const [begun, ended] = [joinParts(intl, by, reason), joinParts(intl, endedBy, endReason)]
  return (
    <>
      {begun !== '' && <p>{begun}</p>}
      {photoId !== null && <Picture id={photoId} alt={intl.formatMessage({ id: 'pairing.photo' })} />}
      {ended !== '' && <p>{intl.formatMessage({ id: 'pairing.ended' }, { note: ended })}</p>}
      {endPhotoId !== null && <Picture id={endPhotoId} alt={intl.formatMessage({ id: 'pairing.endPhoto' })} />}
    </>
  )
}
