import { z } from 'zod'
import { create } from 'zustand'

const key = 'smsCode'

const sentSchema = z.object({ telephone: z.string(), againAt: z.number(), isSent: z.boolean() })
/** The telephone (E.164) that this tab last wanted a code for, whether one was sent, and when (epoch ms) it may be sent another. */
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

export function keepSmsCode(telephone: string, forSeconds: number, isSent: boolean): void {
  const sent = { telephone, againAt: Date.now() + forSeconds * 1000, isSent }
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
