import { paths } from '@portico/kit/paths.ts'

/** The folder of the content's images. */
export const mediaFolder = `${paths.content}/media/`
