import { expect, test } from 'vitest'
import { readReportToken } from './read-report-token.ts'

const page: Pick<Document, 'cookie'> = document

test('a page view takes its token, and the next one finds none', () => {
  expect(readReportToken(page)).toBeNull()
  page.cookie = 'other_portico_report=1; path=/'
  page.cookie = 'portico_report=eyJ9.mac; path=/; samesite=strict'
  expect(readReportToken(page)).toBe('eyJ9.mac')
  expect(readReportToken(page)).toBeNull()
  expect(page.cookie).toContain('other_portico_report=1')
})
