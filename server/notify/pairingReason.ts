import type { Language } from '../languages.ts'
import { say } from './texts.ts'

/** The reason of a pairing that came by an edit of its neckband, by somebody who gave none. */
export const pairingByEdit = (language: Language): string => say(language, 'pairingByEdit', {})
