import { z } from 'zod'

/** Upload path of an image (`image/jpeg`, `image/png` or `image/webp`). Visitors who are registering may use it too. */
export const imageUploadPath = '/collateral/common/image/upload'
/** Download path of an image as `image/webp`, for users who may see it: full size, or small with `?size=thumbnail`. */
export const imagePath = '/collateral/common/image/{id}'
export const imageSizes = ['whole', 'thumbnail'] as const
export type ImageSize = (typeof imageSizes)[number]

export const maxImageBytes = 10 * 1024 * 1024
export const imageContentTypes = ['image/jpeg', 'image/png', 'image/webp'] as const

/** Reply to an image upload. Unused uploads are deleted after a day. */
export const imageReplySchema = z.object({ id: z.uuid() })
