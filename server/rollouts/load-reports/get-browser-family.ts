const maxLength = 512 // a third more than the longest that browsers send

const safari = /Version\/(\d+)(?:\.[.\d]*)? (?:Mobile(?:\/\w+)? )?Safari\//

/** Families of browsers that break in different ways, most specific first; `old` is decided before all of them. */
const patterns = [
  ['android-webview', /; wv\)/],
  ['samsung', /SamsungBrowser\//],
  ['ios', /\((?:iPhone|iPad|iPod)/],
  ['edge', /Edg\//],
  ['firefox', /Firefox\//],
  ['chromium', /Chrom(?:e|ium)\//],
  ['safari', safari],
] as const

// Versions of about 2022, which miss features that builds rely on sooner or later.
const oldVersions = [
  [/Chrom(?:e|ium)\/(\d+)/, 109],
  [/Firefox\/(\d+)/, 109],
  [safari, 16],
  [/CPU (?:iPhone )?OS (\d+)_/, 16],
] as const

export type BrowserFamily = (typeof patterns)[number][0] | 'old' | 'other'

/** The browser's family, by its User-Agent header. Nothing more of the header is stored. */
export function getBrowserFamily(userAgent: string | undefined): BrowserFamily {
  const text = userAgent?.slice(0, maxLength) ?? ''
  if (oldVersions.some(([pattern, first]) => Number(pattern.exec(text)?.[1] ?? first) < first)) return 'old'
  return patterns.find(([, pattern]) => pattern.test(text))?.[0] ?? 'other'
}
