import type { Finding } from '@portico/protocol/publish/release-api.ts'

const maxErrors = 10

/** The finding of a check that has passed. */
export function passed(check: string, message = 'ok'): Finding {
  return { check, isOk: true, message, hint: '' }
}

/** The finding of a check that has failed. */
export function failed(check: string, message: string, hint: string): Finding {
  return { check, isOk: false, message, hint }
}

/** Whether something is wrong. */
export function hasFailed(findings: readonly Finding[]): boolean {
  return findings.some(({ isOk }) => !isOk)
}

/** The errors of one check as the message of its finding: each on a line of its own, the first ones only. */
export function listErrors(errors: readonly string[]): string {
  const more = errors.length > maxErrors ? [`and ${errors.length - maxErrors} more`] : []
  return `${[...errors.slice(0, maxErrors), ...more].map((error) => `\n        ${error}`).join('')}\n       `
}

export function formatFinding({ check: name, isOk, isWarning, message, hint }: Finding): string {
  if (!isOk) return `  FAIL  ${name}: ${message} ${hint}`
  if (isWarning) return `  warn  ${name}: ${message} ${hint}`
  return message === 'ok' ? `  ok    ${name}` : `  ok    ${name}: ${message}`
}
