import type { Population } from './simulation/population.ts'

const dayMinutes = 24 * 60
const shares = {
  chromium: 0.45,
  ios: 0.2,
  safari: 0.1,
  edge: 0.06,
  firefox: 0.05,
  old: 0.05,
  samsung: 0.04,
  'android-webview': 0.04,
  other: 0.01,
}

/** A family with 1 % of the visitors. */
export const smallFamily = 'other'

/** Browser families in which this share of visitors always fails, in either arm. */
export function createFamilies(alwaysFails: number): Population['families'] {
  return Object.entries(shares).map(([name, share]) => ({ name, share, alwaysFails }))
}

/** 20 % have an old browser, of which one in ten always fails; of the others, one in a hundred. */
export const manyOldBrowsers: Population['families'] = createFamilies(0.01).map((family) =>
  family.name === 'old'
    ? { ...family, share: 0.2, alwaysFails: 0.1 }
    : { ...family, share: (family.share * 0.8) / (1 - shares.old) },
)

/** A site for the plan `mid`: 60 loads a minute, everyone comes once, and one load in 200 fails. */
export const site: Population = {
  loadsPerMinute: 60,
  families: createFamilies(0),
  failures: () => 0.005,
}

/** Regulars come three times a day; one load in ten is by someone else. */
export function createRegulars(visitors: number, families: Population['families']): Population {
  const loadsPerMinute = (visitors * 3) / 0.9 / dayMinutes
  return { ...site, loadsPerMinute, regulars: { visitors, share: 0.9 }, families }
}

/** Both arms fail for ten minutes every three hours. */
export const outages = (minute: number): number => (minute % 180 > 170 ? 0.6 : 0.005)

/** In the night, eight times as many loads fail. */
export const nightlyFailures = (minute: number): number =>
  0.005 + 0.035 * Math.cos((Math.PI * minute) / dayMinutes) ** 8
