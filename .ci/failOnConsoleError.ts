import { afterEach, beforeEach, vi } from 'vitest'

let complaints: string[] = []

beforeEach(() => {
  complaints = []
  vi.spyOn(console, 'error').mockImplementation((...words: unknown[]) => {
    complaints.push(words.map(String).join(' '))
  })
})

/** A complaint on the console is a fault of the code under test unless the test says otherwise. */
afterEach(() => {
  const [first] = complaints
  complaints = []
  if (first !== undefined) throw new Error(`console.error was called: ${first}`)
})
