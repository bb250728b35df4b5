import { toDriverSchema, type FromDriver, type ToDriver } from '#contract/live/clockDriver.ts'

type Told<T extends ToDriver['type']> = Extract<ToDriver, { type: T }>

/** The channel to the process that started this one and that holds the herd's clock. */
export interface ParentClock {
  /** Waits until it is sent; where nobody is left to hear it, this process ends. */
  say(message: FromDriver): Promise<void>
  /** Waits for the next message of a kind, also one that has come already. */
  hear<T extends ToDriver['type']>(type: T): Promise<Told<T>>
  /** Moves herd time and waits until it is there. */
  moveTo(at: number): Promise<void>
}

/**
 * Opens the channel. When the parent is gone, this process ends.
 * @throws Error when nobody started it with a channel
 */
export function openParentClock(): ParentClock {
  if (!process.send) throw new Error('this command is started by the server')
  const arrived: ToDriver[] = []
  const waiting = new Map<ToDriver['type'], (message: ToDriver) => void>()
  process.on('disconnect', () => process.exit())
  process.on('message', (value) => {
    const parsed = toDriverSchema.safeParse(value)
    if (!parsed.success) return
    const resolve = waiting.get(parsed.data.type)
    waiting.delete(parsed.data.type)
    if (resolve) resolve(parsed.data)
    else arrived.push(parsed.data)
  })

  const say = (message: FromDriver) =>
    new Promise<void>((resolve) => {
      process.send?.(message, (error: Error | null) => (error ? process.exit(1) : resolve()))
    })
  const hear = async <T extends ToDriver['type']>(type: T): Promise<Told<T>> => {
    const isWanted = (message: ToDriver): message is Told<T> => message.type === type
    const place = arrived.findIndex(isWanted)
    const message = place >= 0 ? arrived.splice(place, 1)[0] : await new Promise<ToDriver>((resolve) => waiting.set(type, resolve))
    if (!message || !isWanted(message)) throw new Error(`waited for ${type}`)
    return message
  }
  return {
    say,
    hear,
    async moveTo(at) {
      const moved = hear('moved')
      await say({ type: 'moveTo', at })
      await moved
    },
  }
}

/** Runs a command of a child process: what stops it is said to the parent in one line. */
export async function runUnder(clock: ParentClock, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    await clock.say({ type: 'failed', message: error instanceof Error ? error.message : String(error) })
    process.exitCode = 1
  }
  process.disconnect?.()
}
