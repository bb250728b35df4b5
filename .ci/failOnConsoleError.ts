import { afterEach, beforeEach, vi } from 'vitest'

let complaints: string[] = []

beforeEach(() => {
  complaints = []
  vi.spyOn(console, 'error').mockImplementation((...words: unknown[]) => {
    complaints.push(words.map(String).join(' '))
  })
})

/** Fails a test that logs an error, unless the test mocks console.error itself. */
afterEach(() => {
  const [first] = complaints
  complaints = []
  if (first !== undefined) throw new Error(`console.error was called: ${first}`)
})
