import { machineSpan } from '../../clock.ts'
import { CallError } from '../../callError.ts'

interface Upload {
  /** The sender: a network, or a user id. */
  owner: string
  since: number
  /** Whether it is completely received: then it ends soon and is never evicted. */
  isHere: boolean
  giveWay: () => void
}

/** An admitted upload; end it once. */
export interface AdmittedUpload {
  received(): void
  end(): void
}

/** Limits on concurrent uploads, in total and per owner, which bound their memory. */
export interface UploadLimits {
  inAll: number
  perOwner: number
  /** Age after which an upload can be evicted although its owner has no more uploads than others, ms. */
  patienceMs: number
}

const busyRetrySeconds = 2

/**
 * Admits uploads so that no owner blocks the others. When there is no room, the owner with the most uploads loses one to an owner
 * with fewer.
 */
export function createUploadRoom({
  inAll,
  perOwner: ofOne,
  patienceMs,
}: UploadLimits): (owner: string, giveWay: () => void) => AdmittedUpload {
  const uploads = new Set<Upload>()
  const countOf = (owner: string) => [...uploads].filter((upload) => upload.owner === owner).length

  const findWeakest = (mine: number): Upload | undefined => {
    const coming = [...uploads].filter(({ isHere }) => !isHere)
    const maxCount = Math.max(0, ...coming.map(({ owner }) => countOf(owner)))
    if (maxCount > mine + 1) return coming.findLast(({ owner }) => countOf(owner) === maxCount)
    return coming.find(({ since }) => machineSpan() - since > patienceMs)
  }

  /** @throws CallError BUSY */
  return (owner, giveWay) => {
    const mine = countOf(owner)
    const weakest = uploads.size < inAll || mine >= ofOne ? undefined : findWeakest(mine)
    if (mine >= ofOne || (uploads.size >= inAll && weakest === undefined))
      throw new CallError('BUSY', { retryAfterSeconds: busyRetrySeconds })
    if (weakest) {
      uploads.delete(weakest)
      weakest.giveWay()
    }
    const upload: Upload = { owner, since: machineSpan(), isHere: false, giveWay }
    uploads.add(upload)
    return {
      received() {
        upload.isHere = true
      },
      end: () => void uploads.delete(upload),
    }
  }
}
