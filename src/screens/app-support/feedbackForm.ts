import { endpoints } from '#contract/calls/endpoints.ts'
import { feedbackStates } from '#contract/content/appSupport.ts'
import { describeForm } from '../../form/describe.ts'
import { select, textarea } from '../../form/fields.tsx'

/** Form for answering a message, which is shown above it. */
export const feedbackForm = describeForm(endpoints.feedback.addOrEdit, {
  noun: 'feedback',
  newTitleId: 'feedback.answer',
  savedId: 'form.submitted',
  titleOf: ({ text }) => text,
  load: endpoints.feedback.detail,
  sections: [
    {
      titleId: 'feedback.answer',
      fields: {
        answer: textarea('feedback.answer', {
          hintId: 'feedback.answerHint',
          changesWith: (answer, { state }) => (answer !== null && state === 'NEW' ? { state: 'DONE' } : {}),
        }),
        state: select('feedback.state', feedbackStates, { wordOf: (state) => `feedbackState.${state}` }),
      },
    },
  ],
})
