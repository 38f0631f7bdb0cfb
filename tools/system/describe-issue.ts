import type * as v from 'valibot'

/** What is wrong with a value in a file that a person wrote: what was expected and what is there. */
export function describeIssue(issue: v.BaseIssue<unknown>): string {
  if (issue.message.startsWith('expected ')) return issue.message
  if (issue.type === 'strict_object' && issue.expected === 'never') return 'unknown field'
  if (issue.received === 'undefined') return 'is required'
  return `expected ${issue.expected ?? 'something else'}, got ${issue.received}`
}
