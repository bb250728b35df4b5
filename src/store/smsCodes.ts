import { z } from 'zod'
import { create } from 'zustand'
import { browserValue } from '../storage/kept.ts'

const sentSchema = z.object({ telephone: z.string(), againAt: z.number(), isSent: z.boolean() })
/** The telephone (E.164) of this tab's last code request, whether a code was sent, and when the next may be sent (epoch ms, browser clock). */
export type SentSmsCode = z.infer<typeof sentSchema>

const inTab = browserValue('session', 'smsCode', sentSchema)

/** Survives a reload, as the server's waiting time does. */
export const useSmsCode = create<{ sent: SentSmsCode | null }>()(() => ({ sent: inTab.read() }))

export function saveSmsCode(telephone: string, forSeconds: number, isSent: boolean): void {
  const sent = { telephone, againAt: Date.now() + forSeconds * 1000, isSent }
  useSmsCode.setState({ sent })
  inTab.write(sent)
}

export function forgetSmsCode(): void {
  useSmsCode.setState({ sent: null })
  inTab.write(null)
}
