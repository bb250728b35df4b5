import { z } from 'zod'

/** Where a document is sent, as it is; who is signed in may. What it is is told by its content, whatever it says that it is. */
export const documentUploadPath = '/collateral/common/document/upload'
/** Where those who may see what a document belongs to get it, as `application/pdf`, to be kept rather than shown. */
export const documentPath = '/collateral/common/document/{id}'
/** The header with the name that the file had, percent-encoded. */
export const fileNameHeader = 'x-file-name'

export const maxDocumentBytes = 10 * 1024 * 1024
export const documentContentType = 'application/pdf'

/** The answer to the upload of a document, with the name that it is kept by; one that is not used is gone after a day. */
export const documentReplySchema = z.object({ id: z.uuid(), name: z.string() })
