import type { ErrorReport } from '../discovery/load-report.ts'

/** What an error is and where it was thrown, without its text. */
export type ThrownError = Pick<ErrorReport, 'type' | 'file' | 'line' | 'column' | 'page'>

/**
 * Describes an error by the `place` in its stack, from the file on; `page` is the path pattern of the page that was shown. null: a
 * browser that doesn't tell the line and column.
 */
export function describeError(thrown: unknown, place: string, page: string): ThrownError | null {
  const [, file = '', line, column] =
    /^(?:~\d{1,3}\/)?([\w./-]{1,200}):([1-9]\d{0,6}):([1-9]\d{0,6})/.exec(place) ?? []
  if (file === '') return null
  return { type: getType(thrown), file, line: Number(line), column: Number(column), page }
}

/** Only names that the language or the browser has given: one of the remote's own might be about a person. */
function getType(thrown: unknown): string {
  if (!(thrown instanceof Error) || !/^[A-Z][A-Za-z]{1,34}Error$/.test(thrown.name)) return 'Error'
  return thrown instanceof DOMException || thrown.name in globalThis ? thrown.name : 'Error'
}
