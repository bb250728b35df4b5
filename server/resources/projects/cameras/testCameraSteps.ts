import type { Step } from '../../testAudit.ts'

/**
 * The life of a camera: the platform puts it up on a farm of others.
 * @param id the id of what an earlier step added, by its name
 */
export function cameraSteps(id: (name: string) => number): Step[] {
  const step = (name: string, action: string, input: () => object = () => ({ id: id('camera') }), as?: string): Step => ({
    call: `cameras.${name}`, by: 'platform', input, notes: [`${action} camera`], ...(as !== undefined && { as }),
  })
  const camera = (name: string) => ({ name, farmId: id('farm'), snapshotAddress: 'https://cameras.example.com/1.jpg' })
  return [
    step('addOrEdit', 'ADD', () => camera('North gate'), 'camera'),
    step('addOrEdit', 'EDIT', () => ({ ...camera('South gate'), id: id('camera'), version: 1 })),
    ...[['remove', 'REMOVE'], ['restore', 'RESTORE'], ['remove', 'REMOVE'], ['purge', 'PURGE']].map(([name = '', action = '']) => step(name, action)),
  ]
}
