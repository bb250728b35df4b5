import { ListPage } from '../../list/ListPage.tsx'
import { feedbackList } from './feedbackList.tsx'

/** The messages that people wrote from the app, and their answers. */
export function FeedbackScreen() {
  return <ListPage list={feedbackList} />
}
