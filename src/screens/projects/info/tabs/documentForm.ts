import { endpoints } from '#contract/calls/endpoints.ts'
import { describeForm } from '../../../../form/describe.ts'
import { pdf, text } from '../../../../form/fields.tsx'

/** Form for a document of the project itself. */
export const documentForm = describeForm(endpoints.projectDocuments.add, {
  noun: 'projectDocuments.new',
  newTitleId: 'project.addDocument',
  newSaveId: 'project.addDocument',
  newDone: ({ name }) => ({ id: 'project.documentAdded', values: { name } }),
  titleOf: () => '',
  sections: [
    {
      textId: 'project.addDocumentText',
      fields: { documentId: pdf('animal.document'), about: text('project.documentAbout') },
    },
  ],
})
