import { z } from 'zod'
import { create } from 'zustand'

const key = 'smsCode'

const sentSchema = z.object({ telephone: z.string(), againAt: z.number() })
/** Where the last code of this tab went (E.164), and when (epoch ms) that telephone may be sent another. */
export type SentSmsCode = z.infer<typeof sentSchema>

function read(): SentSmsCode | null {
  try {
    return sentSchema.safeParse(JSON.parse(sessionStorage.getItem(key) ?? 'null')).data ?? null
  } catch {
    return null
  }
}

/** Outlives a reload: the server counts on, and so does the button. */
export const useSmsCode = create<{ sent: SentSmsCode | null }>()(() => ({ sent: read() }))

export function keepSmsCode(telephone: string, forSeconds: number): void {
  const sent = { telephone, againAt: Date.now() + forSeconds * 1000 }
  useSmsCode.setState({ sent })
  try {
    sessionStorage.setItem(key, JSON.stringify(sent))
  } catch {
    // It then counts as long as the page is there.
  }
}

export function forgetSmsCode(): void {
  useSmsCode.setState({ sent: null })
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Nothing was kept.
  }
}
