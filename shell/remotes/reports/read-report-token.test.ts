import { expect, test } from 'vitest'
import { readReportToken } from './read-report-token.ts'

function receive(cookie: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: stands in for the server's header
  document.cookie = cookie
}

test('a page view takes its token, and the next one finds none', () => {
  expect(readReportToken(document)).toBeNull()
  receive('other_portico_report=1; path=/')
  receive('portico_report=eyJ9.mac; path=/; samesite=strict')
  expect(readReportToken(document)).toBe('eyJ9.mac')
  expect(readReportToken(document)).toBeNull()
  expect(document.cookie).toContain('other_portico_report=1')
})
