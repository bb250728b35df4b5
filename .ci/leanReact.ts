import { createRequire } from 'node:module'

/*
 * React's development build records where each element was created: an error with its stack and a debugger task. That is most of the cost of creating
 * an element, and unused in tests. React's warnings stay the same.
 */
Reflect.deleteProperty(console, 'createTask')
// React reads `console.createTask` when it loads.
const React: object = createRequire(import.meta.url)('react')
const name = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'
const internals: unknown = Reflect.get(React, name)
if (typeof internals !== 'object' || internals === null || !('recentlyCreatedOwnerStacks' in internals)) {
  throw new Error('React counts the stacks that it keeps elsewhere now: look for recentlyCreatedOwnerStacks in it.')
}
// React records no more than ten thousand stacks a second and resets the count each second. A constant Infinity disables the recording.
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => Infinity, set: () => {}, configurable: true })
