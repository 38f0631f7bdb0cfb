const maxQuoted = 80

/** What the body of a response is, if it isn't the expected JSON: the title of an HTML page, or its first line. */
export function describeBody(text: string, contentType: string | null): string {
  if (/html/.test(contentType ?? '') || /^\s*<(?:!doctype|html)/i.test(text)) {
    const title = shorten(/<title[^<>]*>([^<]*)/i.exec(text)?.[1] ?? '')
    return title === '' ? 'an HTML page' : `the HTML page "${title}"`
  }
  const line = shorten(text.trim().split('\n')[0] ?? '')
  return line === '' ? 'an empty response' : `"${line}"`
}

/** Why the site can't have sent a response itself; empty: it can. */
export function describeSource(status: number): string {
  if ([502, 503, 504].includes(status))
    return 'It probably comes from a proxy in front of the site: check that the site is running.'
  return 'It doesn’t come from the release API: check RELEASE_URL, and what responds there.'
}

function shorten(text: string): string {
  const plain = text.replaceAll(/\s+/g, ' ').trim()
  return plain.length > maxQuoted ? `${plain.slice(0, maxQuoted)} …` : plain
}
