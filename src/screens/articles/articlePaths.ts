/** Where an article is written: a new one, or the one whose id stands behind. */
export const articleFormPath = '/dashboard/homepage/article/form'
