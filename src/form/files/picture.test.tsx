/** @module-tag long */
import { screen, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { uploadImage } from '../../api/files/files.ts'
import type { Screen } from '../../navigation/screen.ts'
import { openTestConsole } from '../../testConsole.tsx'
import { testPicture } from '../../testPicture.ts'
import { Picture } from './Picture.tsx'

const console_ = openTestConsole('pm')

test('loads a small picture first and the whole one on opening', async () => {
  const { id } = await uploadImage(testPicture(), { signal: new AbortController().signal, onProgress() {} })
  const fetched = vi.spyOn(globalThis, 'fetch')
  onTestFinished(() => fetched.mockRestore())
  const sizes = () =>
    fetched.mock.calls.flatMap(
      ([url]) => /image\/.*size=(\w+)/.exec(url instanceof Request ? url.url : String(url))?.[1] ?? [],
    )
  const table: Screen[] = [
    {
      path: '/',
      titleId: 'photo.title',
      icon: 'animal',
      roles: ['SUPERVISOR_PM'],
      wall: true,
      load: async () => ({ Component: () => <Picture id={id} alt="左侧" /> }),
    },
  ]
  const { user } = await console_.open('/', table)
  const small = await screen.findByRole('img', { name: '左侧' })
  expect(sizes()).toEqual(['thumbnail'])
  await user.click(small)
  await waitFor(() => expect(sizes()).toEqual(['thumbnail', 'whole']))
  await waitFor(() =>
    expect(document.querySelector('.ant-image-preview img')?.getAttribute('src')).not.toBe(small.getAttribute('src')),
  )
})
