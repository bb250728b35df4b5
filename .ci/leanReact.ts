import { createRequire } from 'node:module'

/*
 * React's development build notes with each element where it was made: an error with its stack and a task for the debugger. That is most of the work of
 * making one, and more for the garbage collector. Nobody reads either in a test; what React complains of it complains of as before.
 */
Reflect.deleteProperty(console, 'createTask')
// React looks for it as it is loaded.
const React: object = createRequire(import.meta.url)('react')
const name = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'
const internals: unknown = Reflect.get(React, name)
if (typeof internals !== 'object' || internals === null || !('recentlyCreatedOwnerStacks' in internals)) {
  throw new Error('React counts the stacks that it keeps elsewhere now: look for recentlyCreatedOwnerStacks in it.')
}
// React keeps none beyond ten thousand a second, and begins to count again each second.
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => Infinity, set: () => {}, configurable: true })
