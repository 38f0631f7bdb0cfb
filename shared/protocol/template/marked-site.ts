import type { FormattedProfile } from '@portico/kit/account/formatted-profile.ts'
import { type Site, SiteSchema } from '@portico/kit/site/site.ts'
import { writeMark } from '@portico/kit/site/write-mark.ts'
import * as v from 'valibot'
import { createMarkedObject } from './marked-content.ts'

/** The owner's values in a build: each one is a mark, and each list one item of marks. */
export function createMarkedSite(): Site {
  const { entries } = v.omit(SiteSchema, ['pairingStreams'])
  return createMarkedObject(entries, '') as Site // every text of it is a mark
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
