import { siteIconSvg } from '@portico/protocol/site/site-icon.ts'

/** The site's icon as a data URL, which needs no request. */
export const siteIcon = `data:image/svg+xml,${siteIconSvg
  .replaceAll('"', "'")
  .replace(/[<>#%]/g, (character) => `%${character.charCodeAt(0).toString(16)}`)}`
