import { ListPage } from '../../list/ListPage.tsx'
import { feedbackList } from './feedbackList.tsx'

/** Messages from app users, and answers to them. */
export function FeedbackScreen() {
  return <ListPage list={feedbackList} />
}
