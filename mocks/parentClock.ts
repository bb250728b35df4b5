import { toDriverSchema, type FromDriver, type ToDriver } from '#contract/live/clockDriver.ts'

type DriverMessage<T extends ToDriver['type']> = Extract<ToDriver, { type: T }>

/** The channel to the parent process, which controls the herd clock. */
export interface ParentClock {
  /** Sends a message and waits until it is sent. This process ends when the parent is gone. */
  send(message: FromDriver): Promise<void>
  /** Waits for the next message of a type, including one that has already arrived. */
  receive<T extends ToDriver['type']>(type: T): Promise<DriverMessage<T>>
  /** Moves herd time and waits until it is there. */
  moveTo(at: number): Promise<void>
}

/**
 * Opens the channel. This process ends when the parent is gone.
 * @throws Error when no parent started it with a channel
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

  const send = (message: FromDriver) =>
    new Promise<void>((resolve) => {
      process.send?.(message, (error: Error | null) => (error ? process.exit(1) : resolve()))
    })
  const receive = async <T extends ToDriver['type']>(type: T): Promise<DriverMessage<T>> => {
    const isWanted = (message: ToDriver): message is DriverMessage<T> => message.type === type
    const place = arrived.findIndex(isWanted)
    const message =
      place >= 0 ? arrived.splice(place, 1)[0] : await new Promise<ToDriver>((resolve) => waiting.set(type, resolve))
    if (!message || !isWanted(message)) throw new Error(`waited for ${type}`)
    return message
  }
  return {
    send,
    receive,
    async moveTo(at) {
      const moved = receive('moved')
      await send({ type: 'moveTo', at })
      await moved
    },
  }
}

/** Runs a command of a child process and reports an error to the parent in one line. */
export async function runUnder(clock: ParentClock, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    await clock.send({ type: 'failed', message: error instanceof Error ? error.message : String(error) })
    process.exitCode = 1
  }
  process.disconnect?.()
}
