import type { ProblemDocument } from '@portico/kit/account/problem.ts'

/** An error response as one text: what was expected, what came, and what to do. */
export function formatProblem({ title, detail, hint, fields = {} }: ProblemDocument): string {
  const errors = Object.entries(fields).map(([field, message]) => `${field}: ${message}`)
  return [`${title}.`, detail, ...errors, hint].filter(Boolean).join(' ')
}
