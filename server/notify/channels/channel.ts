import type { OrganisationChannelKind } from '#contract/duty/alertChannels.ts'

/** A message to an organisation's channel. */
export interface ChannelMessage {
  /** Stays the same for each try. */
  id: string
  /** For people, in the channel's language. */
  title: string
  text: string
  /** For programs: plain JSON. */
  facts: Record<string, unknown>
}

export interface ChannelTarget {
  address: string
  /** '' without a secret. */
  secret: string
}

export interface ChannelRequest {
  address: string
  headers: Record<string, string>
  body: string
}

/** Protocol of one kind of channel; each kind has its own file. */
export interface Channel {
  kind: OrganisationChannelKind
  /** @param at machine time, epoch ms */
  request(message: ChannelMessage, target: ChannelTarget, at: number): ChannelRequest
  /** Returns the fault in a successful answer; null when the message was accepted. */
  parseFault(answer: string): ChannelFault | null
}

export interface ChannelFault {
  text: string
  /** Whether another try would be useless. */
  isForGood: boolean
}

/** Posts to an address that the network guard allows. @throws Error without an answer */
export type Post = (request: ChannelRequest) => Promise<{ status: number; body: string }>

/** Returns the first present field of a JSON answer; undefined when it is not JSON or lacks all the fields. */
export function fieldOf(answer: string, ...names: string[]): unknown {
  try {
    const parsed: unknown = JSON.parse(answer)
    if (typeof parsed !== 'object' || parsed === null) return undefined
    return names.map((name) => Reflect.get(parsed, name) as unknown).find((value) => value !== undefined)
  } catch {
    return undefined
  }
}

/** Returns the fault in a robot's answer; its code is 0 when it accepted the message. */
export function robotFault(
  answer: string,
  codes: readonly string[],
  texts: readonly string[],
  passing: readonly number[],
): ChannelFault | null {
  const code = fieldOf(answer, ...codes)
  if (code === 0) return null
  if (typeof code !== 'number') return { text: 'the robot gave no answer that it is known by', isForGood: false }
  const text = fieldOf(answer, ...texts)
  return {
    text: `${code} ${typeof text === 'string' ? text : ''}`.trim().slice(0, 200),
    isForGood: !passing.includes(code),
  }
}
