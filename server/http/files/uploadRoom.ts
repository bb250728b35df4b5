import { machineSpan } from '../../clock.ts'
import { CallError } from '../../callError.ts'

interface Upload {
  /** The sender: a network, or a user. */
  owner: string
  since: number
  /** Whether it has come whole: then it is done soon, and makes room for nobody. */
  isHere: boolean
  giveWay: () => void
}

/** An upload that is let in; each is to be ended once. */
export interface LetIn {
  here(): void
  end(): void
}

/** How many uploads are taken in at once, in all and of one owner, which bounds the memory that they take. */
export interface UploadLimits {
  inAll: number
  ofOne: number
  /** Where nobody has more than others, what has come for longer than this makes room, ms. */
  patienceMs: number
}

const busyRetrySeconds = 2

/**
 * Lets uploads in so that nobody shuts others out: where there is no room left, the owner with the most makes room for one who
 * has fewer.
 */
export function createUploadRoom({ inAll, ofOne, patienceMs }: UploadLimits): (owner: string, giveWay: () => void) => LetIn {
  const uploads = new Set<Upload>()
  const countOf = (owner: string) => [...uploads].filter((upload) => upload.owner === owner).length

  const findWeakest = (mine: number): Upload | undefined => {
    const coming = [...uploads].filter(({ isHere }) => !isHere)
    const most = Math.max(0, ...coming.map(({ owner }) => countOf(owner)))
    if (most > mine + 1) return coming.findLast(({ owner }) => countOf(owner) === most)
    return coming.find(({ since }) => machineSpan() - since > patienceMs)
  }

  /** @throws CallError BUSY */
  return (owner, giveWay) => {
    const mine = countOf(owner)
    const weakest = uploads.size < inAll || mine >= ofOne ? undefined : findWeakest(mine)
    if (mine >= ofOne || (uploads.size >= inAll && weakest === undefined)) throw new CallError('BUSY', { retryAfterSeconds: busyRetrySeconds })
    if (weakest) {
      uploads.delete(weakest)
      weakest.giveWay()
    }
    const upload: Upload = { owner, since: machineSpan(), isHere: false, giveWay }
    uploads.add(upload)
    return {
      here() {
        upload.isHere = true
      },
      end: () => void uploads.delete(upload),
    }
  }
}
