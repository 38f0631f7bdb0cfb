import { markList, markObject, writeMark } from './owner-marks.ts'
import type { Site } from './site.ts'

/** The owner's values in a build: each one is a mark, and each list one item of marks. */
export function createMarkedSite(): Site {
  return markObject<Site>('', {
    sample: true,
    name: writeMark('name'),
    headline: writeMark('headline'),
    about: writeMark('about'),
    birthDate: writeMark('birthDate'),
    phone: writeMark('phone'),
    email: writeMark('email'),
    location: writeMark('location'),
    social: {
      facebook: writeMark('social.facebook'),
      twitter: writeMark('social.twitter'),
      github: writeMark('social.github'),
      whatsapp: writeMark('social.whatsapp'),
      instagram: writeMark('social.instagram'),
      youtube: writeMark('social.youtube'),
    },
    news: writeMark('news'),
    columns: markList('columns', [
      {
        title: writeMark('columns.*.title'),
        links: markList('columns.*.links', [
          { label: writeMark('columns.*.links.*.label'), to: writeMark('columns.*.links.*.to') },
        ]),
      },
    ]),
    skills: markList('skills', [writeMark('skills.*')]),
    apiBase: writeMark('apiBase'),
  })
}

/** The year in a build: the server puts in the current one. */
export const markedYear: string = writeMark('year')

/** The site's address in a build. */
export const markedPublicUrl: string = writeMark('publicUrl')
