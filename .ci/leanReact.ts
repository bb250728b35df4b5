import { createRequire } from 'node:module'

/*
 * React's development build records for each element where it was created: an error with its stack, and a task for the debugger. Both are most of
 * the cost of an element, and tests read neither. React's warnings stay.
 */
Reflect.deleteProperty(console, 'createTask')
// React reads it while it loads.
const React: object = createRequire(import.meta.url)('react')
const name = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'
const internals: unknown = Reflect.get(React, name)
if (typeof internals !== 'object' || internals === null || !('recentlyCreatedOwnerStacks' in internals)) {
  throw new Error('React counts the stacks that it keeps elsewhere now: look for recentlyCreatedOwnerStacks in it.')
}
// React records no stacks beyond ten thousand a second, and resets the count each second.
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
  get: () => Infinity,
  set: () => {},
  configurable: true,
})
