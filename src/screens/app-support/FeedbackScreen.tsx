import { ListPage } from '../../list/ListPage.tsx'
import { feedbackList } from './feedbackList.tsx'

/** What people wrote from the app, and what they were answered. */
export function FeedbackScreen() {
  return <ListPage list={feedbackList} />
}
