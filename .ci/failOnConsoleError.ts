import { afterEach, beforeEach, vi } from 'vitest'

let complaints: string[] = []

beforeEach(() => {
  complaints = []
  vi.spyOn(console, 'error').mockImplementation((...words: unknown[]) => {
    complaints.push(words.map(String).join(' '))
  })
})

/** What a test lets the console complain about is a fault of the code under test until the test says otherwise. */
afterEach(() => {
  const [first] = complaints
  complaints = []
  if (first !== undefined) throw new Error(`console.error was called: ${first}`)
})
