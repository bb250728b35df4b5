import type { Language } from '../languages.ts'
import { translate } from './texts.ts'

/** Returns the reason of a pairing made by an edit of the neckband without a given reason. */
export const pairingByEdit = (language: Language): string => translate(language, 'pairingByEdit', {})
