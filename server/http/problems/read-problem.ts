import { type ProblemDocument, ProblemSchema } from '@portico/kit/account/problem.ts'
import * as v from 'valibot'

const ProblemTextSchema = v.pipe(v.string(), v.parseJson(), ProblemSchema)

/** The problem document that is the body of an error response; null: the body is something else. */
export function readProblem(body: unknown): ProblemDocument | null {
  const parsed = v.safeParse(ProblemTextSchema, body)
  return parsed.success ? parsed.output : null
}
