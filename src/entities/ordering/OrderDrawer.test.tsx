import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { setLocale } from '../../locale/locale.ts'
import { LocaleProvider } from '../../locale/LocaleProvider.tsx'
import { OrderDrawer } from './OrderDrawer.tsx'

afterEach(cleanup)

const entries = ['甲', '乙', '丙'].map((name, place) => ({ id: place + 1, name }))

async function open(total: number, save: (ids: number[]) => Promise<unknown> = async () => {}) {
  await setLocale('zh-CN')
  render(
    <LocaleProvider>
      <OrderDrawer noun="partnerships" list={{ entries, total }} save={save} isOpen onClose={() => {}} />
    </LocaleProvider>,
  )
  return () => screen.getAllByRole('listitem').map((entry) => entry.querySelector('bdi')?.textContent)
}

async function toFirst(name: string, place: number) {
  fireEvent.click(screen.getByRole('button', { name: `“${name}”：第 ${place} 位，共 3 位，移动` }))
  fireEvent.click((await screen.findAllByRole('menuitem', { name: '移到最前' })).at(-1)!)
}

test('says how many are shown when not all fit', async () => {
  await open(1200)
  expect(screen.getByRole('note').textContent).toBe('这里显示共 1,200 项中的前 3 项。其余各项排在后面，顺序不变。')
})

test('shows no note when all are shown', async () => {
  await open(3)
  expect(screen.queryByRole('note')).toBeNull()
})

test('saves moves one by one and undoes a refused one', async () => {
  const saved: number[][] = []
  const answers: (() => void)[] = []
  const shown = await open(3, async (ids) => {
    saved.push(ids)
    await new Promise<void>((done, refuse) =>
      answers.push(saved.length === 1 ? done : () => refuse(new Error('refused'))),
    )
  })
  await toFirst('丙', 3)
  await toFirst('乙', 3)
  expect(shown()).toEqual(['乙', '丙', '甲'])
  await waitFor(() => expect(saved).toEqual([[3, 1, 2]]))
  answers[0]?.()
  await waitFor(() =>
    expect(saved).toEqual([
      [3, 1, 2],
      [2, 3, 1],
    ]),
  )
  answers[1]?.()
  await waitFor(() => expect(shown()).toEqual(['甲', '乙', '丙']))
})
