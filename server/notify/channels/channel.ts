import type { OrganisationChannelKind } from '#contract/duty/alertChannels.ts'

/** A message to a channel of an organisation. */
export interface ChannelMessage {
  /** The same however often it is tried. */
  id: string
  /** For people, in the channel’s language. */
  title: string
  text: string
  /** For programs: plain JSON. */
  facts: Record<string, unknown>
}

export interface ChannelTarget {
  address: string
  /** '' for none. */
  secret: string
}

export interface ChannelRequest {
  address: string
  headers: Record<string, string>
  body: string
}

/** How one kind of channel is spoken to: another kind is another file with one of these. */
export interface Channel {
  kind: OrganisationChannelKind
  /** @param at machine time, epoch ms */
  request(message: ChannelMessage, target: ChannelTarget, at: number): ChannelRequest
  /** The fault in an answer of success: null where the message was taken. */
  faultIn(answer: string): ChannelFault | null
}

export interface ChannelFault {
  text: string
  /** Whether no further try would help. */
  isForGood: boolean
}

/** Posts to an address that the network guard lets through. @throws Error where there is no answer */
export type Post = (request: ChannelRequest) => Promise<{ status: number; body: string }>

/** A field of an answer in JSON; undefined where it is none. */
export function fieldOf(answer: string, ...names: string[]): unknown {
  try {
    const parsed: unknown = JSON.parse(answer)
    if (typeof parsed !== 'object' || parsed === null) return undefined
    return names.map((name) => Reflect.get(parsed, name) as unknown).find((value) => value !== undefined)
  } catch {
    return undefined
  }
}

/** The fault in the answer of a robot, whose code is 0 where it has taken a message. */
export function robotFault(answer: string, codes: readonly string[], texts: readonly string[], passing: readonly number[]): ChannelFault | null {
  const code = fieldOf(answer, ...codes)
  if (code === 0) return null
  if (typeof code !== 'number') return { text: 'the robot gave no answer that it is known by', isForGood: false }
  const text = fieldOf(answer, ...texts)
  return { text: `${code} ${typeof text === 'string' ? text : ''}`.trim().slice(0, 200), isForGood: !passing.includes(code) }
}
