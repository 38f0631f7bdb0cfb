import * as v from 'valibot'

const RunsSchema = v.pipe(
  v.string(),
  v.regex(/^[1-9]\d{0,2}$/, 'expected --runs with a number from 1 to 999'),
  v.transform(Number),
)

/** The number behind `--runs`. Throws with what was expected. */
export function parseRuns(text: string): number {
  return v.parse(RunsSchema, text)
}
