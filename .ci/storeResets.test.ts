import { expect, test } from 'vitest'
import { useVersion } from '../src/api/newVersion.ts'
import { queryClient } from '../src/api/queries.ts'
import { beginSession, useSession } from '../src/api/session.ts'
import { useAlerts } from '../src/store/alerts.ts'
import { resetStores } from './storeResets.ts'

// Test files of a worker share modules (.ci/freshPage.ts): a store that keeps its state would leak it into the next file.
test('resets the state of every store and forgets loaded answers', () => {
  beginSession({ token: 't', role: 'ADMIN_BANK', userOrgId: 2, organizationRole: 'BANK', organizationName: 'a' })
  useAlerts.setState({ isLoaded: true })
  useVersion.setState({ isNewer: true, entry: 'a' })
  queryClient.setQueryData(['a'], 1)
  resetStores()
  expect(useSession.getState().session).toBeNull()
  expect(useAlerts.getState().isLoaded).toBe(false)
  expect(useVersion.getState()).toEqual({ isNewer: false, entry: null })
  expect(queryClient.getQueryData(['a'])).toBeUndefined()
})
