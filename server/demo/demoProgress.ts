import { machineSpan } from '../clock.ts'

/** The parts of making a demo, in their order, each with its usual share of the time. */
const parts = { ACCOUNTS: 3, RECORDS: 17, HISTORY: 72, SEALING: 8 } as const
export type DemoPart = keyof typeof parts
const partNames = Object.keys(parts) as DemoPart[]
const inAll = Object.values(parts).reduce((sum, share) => sum + share, 0)

const words: Record<DemoPart, string> = {
  ACCOUNTS: 'organisations and accounts',
  RECORDS: 'farms, animals and neckbands',
  HISTORY: 'history',
  SEALING: 'sealing the record',
}

/** Returns the share of the work that is done, 0 to 1. @param share of the present part, 0 to 1 */
export function doneShare(part: DemoPart, share: number): number {
  const before = partNames.slice(0, partNames.indexOf(part)).reduce((sum, name) => sum + parts[name], 0)
  return (before + parts[part] * Math.min(1, Math.max(0, share))) / inAll
}

/** Returns the line that says what is being made, for how long, and how much is left: `12 s  history, day 9 of 30: 34 %, about 25 s left`. */
export function progressLine(part: DemoPart, share: number, seconds: number, detail = ''): string {
  const done = doneShare(part, share)
  const left = done < 0.05 ? '' : `, about ${Math.max(1, Math.round((seconds * (1 - done)) / done))} s left`
  return `  ${String(Math.round(seconds)).padStart(3)} s  ${words[part]}${detail}: ${Math.floor(100 * done)} %${left}`
}

/** Interval between two lines: a terminal shows one line that changes, a file gets some. */
const terminalMs = 1000
const fileMs = 5000

export interface DemoProgress {
  /** Notes how far a part is. */
  note(part: DemoPart, share: number, detail?: string): void
  end(): void
}

/** Starts to print the progress each second. @param write prints text as it is */
export function showProgress(write: (text: string) => void, isTerminal: boolean): DemoProgress {
  const since = machineSpan()
  let [part, share, detail]: [DemoPart, number, string] = ['ACCOUNTS', 0, '']
  const seconds = () => (machineSpan() - since) / 1000
  // A shorter line leaves nothing of the one before it.
  const print = () => {
    const line = progressLine(part, share, seconds(), detail)
    write(isTerminal ? `\r${line.padEnd(78)}` : `${line}\n`)
  }
  print()
  const timer = setInterval(print, isTerminal ? terminalMs : fileMs)
  return {
    note(nextPart, nextShare, nextDetail = '') {
      ;[part, share, detail] = [nextPart, nextShare, nextDetail]
    },
    end() {
      clearInterval(timer)
      write(`${isTerminal ? '\r' : ''}${`  The demo is made (${Math.round(seconds())} s).`.padEnd(78)}\n`)
    },
  }
}
