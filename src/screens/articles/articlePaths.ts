/** Path of the article editor; an existing article's id follows. */
export const articleFormPath = '/dashboard/homepage/article/form'
