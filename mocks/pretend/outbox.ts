import type { Answers } from './answer.ts'
import type { Post } from './post.ts'

export function outboxAnswers(post: Post): Answers['outbox'] {
  return {
    list: ({ recipient = '' }) => ({
      list: post.messages().filter((message) => message.recipient.toLowerCase().includes(recipient.toLowerCase())),
    }),
  }
}
