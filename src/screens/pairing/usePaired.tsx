import { App } from 'antd'
import { useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import { endpoints } from '#contract/calls/endpoints.ts'
import type { Neckband } from '#contract/herd/neckbands.ts'
import { call } from '../../api/call.ts'
import { CallError } from '../../api/CallError.ts'

/** The animal that wore the neckband before. */
interface Wearer {
  id: number
  tag: string
}

/** A pairing of this visit. */
export interface PairedLine {
  band: Neckband
  /** Null when the neckband was a spare one. */
  wearer: Wearer | null
  isUndone: boolean
}

/** Pairings of this visit, with the question before a neckband is moved and the way back after it. */
export function usePaired() {
  const intl = useIntl()
  const { modal, message } = App.useApp()
  const [lines, setLines] = useState<readonly PairedLine[]>([])
  /** The wearer in the question that was answered last; the save that follows belongs to it. */
  const moved = useRef<Wearer | null>(null)

  /** Asks whether a worn neckband should be moved. Returns what the call then needs; null for any other refusal, or when it should stay. */
  function askToMove({ details: { wearerId, wearer, animal } }: CallError): Promise<{ fromEarTag: string } | null> {
    if (wearerId == null || wearer == null || animal == null) return Promise.resolve(null)
    const id = Number(wearerId)
    return new Promise((resolve) => {
      void modal.confirm({
        title: intl.formatMessage({ id: 'pairing.moveTitle' }),
        content: intl.formatMessage({ id: 'pairing.moveText' }, { from: wearer, to: animal }),
        okText: intl.formatMessage({ id: 'pairing.move' }, { to: animal }),
        cancelText: intl.formatMessage({ id: 'action.cancel' }),
        onOk: () => {
          moved.current = { id, tag: wearer }
          resolve({ fromEarTag: wearer })
        },
        onCancel: () => resolve(null),
      })
    })
  }

  function add(band: Neckband) {
    const wearer = moved.current
    moved.current = null
    setLines((before) => [{ band, wearer, isUndone: false }, ...before])
  }

  /** Gives the neckband back to its wearer, or takes it off. Fails when somebody has changed the neckband since. */
  async function undo(line: PairedLine) {
    const { id, version, deviceId } = line.band
    try {
      await call(endpoints.neckbands.addOrEdit, {
        id,
        version,
        deviceId,
        animalId: line.wearer?.id ?? null,
        reason: intl.formatMessage({ id: 'pairing.undoReason' }),
      })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      return
    }
    setLines((before) => before.map((one) => (one === line ? { ...one, isUndone: true } : one)))
    void message.success(intl.formatMessage({ id: 'pairing.undone' }, { device: deviceId }))
  }

  return { lines, add, undo, askToMove }
}

export type Paired = ReturnType<typeof usePaired>
