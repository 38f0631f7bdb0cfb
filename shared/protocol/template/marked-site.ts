import type { FormattedProfile } from '@portico/kit/account/formatted-profile.ts'
import { markList, markObject } from '@portico/kit/site/owner-marks.ts'
import type { Site } from '@portico/kit/site/site.ts'
import { writeMark } from '@portico/kit/site/write-mark.ts'

/** The owner's values in a build: each one is a mark, and each list one item of marks. */
export function createMarkedSite(): Site {
  return markObject<Site>(
    {
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
    },
    (field) => field,
  )
}

/** The year in a build: the server puts in the current one. */
export const markedYear: string = writeMark('year')

/** The site's address in a build. */
export const markedPublicUrl: string = writeMark('publicUrl')

/** What marks of a profile's parts begin with. */
export const profileMark = 'profile.'

/** What a build renders in place of a visitor's profile. */
export const markedProfile: FormattedProfile = {
  username: writeMark(`${profileMark}username`),
  name: writeMark(`${profileMark}name`),
  email: writeMark(`${profileMark}email`),
  verifiedBy: writeMark(`${profileMark}verifiedBy`),
  memberSince: writeMark(`${profileMark}memberSince`),
  hasPassword: writeMark(`${profileMark}hasPassword`),
}

/** The mark for the name of the page behind `?next=`. */
export const nextNameMark = 'next.name'

/** What a build renders in place of that name. */
export const markedNextName: string = writeMark(nextNameMark)

/** The path in `?next=` in a build: the server puts in what was requested, encoded. */
export const nextSlot = '/slot-for-next'
